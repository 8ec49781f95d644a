-- Networks that signed in to an e-mail address lately, both as keyed hashes: codes for them aren't paid from what strangers can use up. The day is
-- enough to forget them by.
CREATE TABLE familiar_network (
  email_hash bytea NOT NULL CHECK (octet_length(email_hash) = 32),
  network_hash bytea NOT NULL CHECK (octet_length(network_hash) = 32),
  seen_on date NOT NULL,
  PRIMARY KEY (email_hash, network_hash)
);
CREATE INDEX familiar_network_age ON familiar_network (seen_on);
