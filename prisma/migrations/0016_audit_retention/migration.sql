-- Each audit entry that is removed is looked for in activations, because of the foreign key.
CREATE INDEX "activations_audit_id_idx" ON "activations"("audit_id");
