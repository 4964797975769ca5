update sessions set refresh_digest = refresh_hash where refresh_digest is null;
