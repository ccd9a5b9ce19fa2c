/// Everything that is ever said to the database in a transaction; prepared once by each connection.
enum Statement: String, CaseIterable {
    case beginReading = "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"
    case beginWriting = "BEGIN ISOLATION LEVEL SERIALIZABLE"
    case commit = "COMMIT"

    case get = "SELECT key, schema, body FROM orbit_records WHERE tab = $1 AND key = $2"
    case getAll = "SELECT key, schema, body FROM orbit_records WHERE tab = $1 AND key = ANY($2::text[])"

    // Between two ranks, beyond a place. What is left of an entry whose record is gone is listed without a body.
    case listAscending = """
        SELECT e.key, e.rank, r.schema, r.body FROM orbit_entries e LEFT JOIN orbit_records r USING (tab, key)
        WHERE e.tab = $1 AND e.idx = $2 AND e.grp = $3 AND e.rank BETWEEN $4::int8 AND $5::int8
        AND (e.rank, e.key) > ($6::int8, $7) ORDER BY e.rank, e.key LIMIT $8::int8
        """
    case listDescending = """
        SELECT e.key, e.rank, r.schema, r.body FROM orbit_entries e LEFT JOIN orbit_records r USING (tab, key)
        WHERE e.tab = $1 AND e.idx = $2 AND e.grp = $3 AND e.rank BETWEEN $4::int8 AND $5::int8
        AND (e.rank, e.key) < ($6::int8, $7) ORDER BY e.rank DESC, e.key DESC LIMIT $8::int8
        """
    case keysAscending = """
        SELECT key, rank FROM orbit_entries
        WHERE tab = $1 AND idx = $2 AND grp = $3 AND rank BETWEEN $4::int8 AND $5::int8
        AND (rank, key) > ($6::int8, $7) ORDER BY rank, key LIMIT $8::int8
        """
    case keysDescending = """
        SELECT key, rank FROM orbit_entries
        WHERE tab = $1 AND idx = $2 AND grp = $3 AND rank BETWEEN $4::int8 AND $5::int8
        AND (rank, key) < ($6::int8, $7) ORDER BY rank DESC, key DESC LIMIT $8::int8
        """
    case countAscending = """
        SELECT count(*) FROM (SELECT 1 FROM orbit_entries
        WHERE tab = $1 AND idx = $2 AND grp = $3 AND rank BETWEEN $4::int8 AND $5::int8
        AND (rank, key) > ($6::int8, $7) LIMIT $8::int8) AS found
        """
    case countDescending = """
        SELECT count(*) FROM (SELECT 1 FROM orbit_entries
        WHERE tab = $1 AND idx = $2 AND grp = $3 AND rank BETWEEN $4::int8 AND $5::int8
        AND (rank, key) < ($6::int8, $7) LIMIT $8::int8) AS found
        """

    // Writes no row if a later version has written the record.
    case put = """
        WITH entry AS (SELECT * FROM unnest($5::text[], $6::text[], $7::int8[]) AS entry (idx, grp, rank)),
        gone AS (DELETE FROM orbit_entries e WHERE e.tab = $1 AND e.key = $2 AND NOT EXISTS (
            SELECT FROM entry WHERE (entry.idx, entry.grp, entry.rank) = (e.idx, e.grp, e.rank))),
        come AS (INSERT INTO orbit_entries (tab, idx, grp, rank, key)
            SELECT $1, idx, grp, rank, $2 FROM entry ON CONFLICT DO NOTHING)
        INSERT INTO orbit_records (tab, key, schema, body) VALUES ($1, $2, $3::int4, $4)
        ON CONFLICT (tab, key) DO UPDATE SET schema = excluded.schema, body = excluded.body
        WHERE orbit_records.schema <= excluded.schema
        """
    case delete = """
        WITH entries AS (DELETE FROM orbit_entries WHERE tab = $1 AND key = $2),
        blobs AS (DELETE FROM orbit_blobs WHERE tab = $1 AND key = $2)
        DELETE FROM orbit_records WHERE tab = $1 AND key = $2
        """

    case blob = "SELECT bytes FROM orbit_blobs WHERE tab = $1 AND key = $2"
    case putBlob = """
        INSERT INTO orbit_blobs (tab, key, bytes) VALUES ($1, $2, $3)
        ON CONFLICT (tab, key) DO UPDATE SET bytes = excluded.bytes
        """

    case announce = "SELECT pg_notify('orbit_changes', $1)"

    /// What it is prepared as.
    var name: String { "\(self)" }
}
