-- In which database this data began: a process that finds itself in another one works on a copy.
CREATE TABLE database_origin (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  server TEXT NOT NULL,
  database BIGINT NOT NULL
);
