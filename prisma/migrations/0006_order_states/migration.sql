-- A what-if over yesterday answers what shadow settings did.

DELETE FROM what_ifs WHERE is_shadow;
ALTER TABLE what_ifs DROP COLUMN is_shadow;
DROP TABLE shadow_hours;
DROP TABLE shadow_positions;
ALTER TABLE configurations DROP COLUMN shadow;
