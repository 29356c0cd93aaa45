-- The round of a ledger's next run follows from its last run.
DROP TABLE scoring_rounds;
