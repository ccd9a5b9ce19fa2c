import CLibpq
import Foundation
import OrbitStore

/// All statements of transactions. Each connection prepares them once.
enum Statement: String, CaseIterable {
    case beginReading = "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"
    case beginWriting = "BEGIN ISOLATION LEVEL SERIALIZABLE"
    case commit = "COMMIT"

    case get = "SELECT key, schema, body FROM orbit_records WHERE tab = $1 AND key = $2"
    case getAll = "SELECT key, schema, body FROM orbit_records WHERE tab = $1 AND key = ANY($2::text[])"

    case keys = "SELECT key FROM orbit_records WHERE tab = $1 AND key >= $2 ORDER BY key LIMIT $3::int8"

    // Lists entries between two ranks, from a position on, or before it. An entry without a record is listed without a
    // body.
    case listAscending = """
        SELECT e.key, e.rank, r.schema, r.body FROM orbit_entries e LEFT JOIN orbit_records r USING (tab, key)
        WHERE e.tab = $1 AND e.idx = $2 AND e.grp = $3 AND e.rank BETWEEN $4::int8 AND $5::int8
        AND (e.rank, e.key) >= ($6::int8, $7) ORDER BY e.rank, e.key LIMIT $8::int8
        """
    case listDescending = """
        SELECT e.key, e.rank, r.schema, r.body FROM orbit_entries e LEFT JOIN orbit_records r USING (tab, key)
        WHERE e.tab = $1 AND e.idx = $2 AND e.grp = $3 AND e.rank BETWEEN $4::int8 AND $5::int8
        AND (e.rank, e.key) < ($6::int8, $7) ORDER BY e.rank DESC, e.key DESC LIMIT $8::int8
        """
    case keysAscending = """
        SELECT key, rank FROM orbit_entries
        WHERE tab = $1 AND idx = $2 AND grp = $3 AND rank BETWEEN $4::int8 AND $5::int8
        AND (rank, key) >= ($6::int8, $7) ORDER BY rank, key LIMIT $8::int8
        """
    case keysDescending = """
        SELECT key, rank FROM orbit_entries
        WHERE tab = $1 AND idx = $2 AND grp = $3 AND rank BETWEEN $4::int8 AND $5::int8
        AND (rank, key) < ($6::int8, $7) ORDER BY rank DESC, key DESC LIMIT $8::int8
        """
    case countAscending = """
        SELECT count(*) FROM (SELECT 1 FROM orbit_entries
        WHERE tab = $1 AND idx = $2 AND grp = $3 AND rank BETWEEN $4::int8 AND $5::int8
        AND (rank, key) >= ($6::int8, $7) LIMIT $8::int8) AS found
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

    /// The name of the prepared statement.
    var name: String { "\(self)" }
}

/// A value for a statement. Bytes are sent in binary form, and all other values as PostgreSQL's text.
enum Parameter {
    case text(String)
    case number(Int64)
    case bytes(Data)
    case texts([String])
    case numbers([Int64])

    var isBinary: Bool {
        if case .bytes = self { true } else { false }
    }

    /// The encoded value, with a zero byte at the end unless it is binary.
    var encoded: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8) + [0]
        case .number(let number): Array(String(number).utf8) + [0]
        case .bytes(let bytes): Array(bytes)
        case .texts(let texts): Array("{\(texts.map(Self.quoted).joined(separator: ","))}".utf8) + [0]
        case .numbers(let numbers): Array("{\(numbers.map(String.init).joined(separator: ","))}".utf8) + [0]
        }
    }

    /// Returns an element of an array (PostgreSQL manual, 8.15.6).
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
    }
}

/// The result of a statement, in PostgreSQL's binary form.
final class Rows {
    private let result: OpaquePointer

    /// Takes ownership of the result.
    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }

    /// The number of rows that the statement has written.
    var written: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    func text(_ row: Int, _ column: Int) -> String {
        String(decoding: bytes(row, column), as: UTF8.self)
    }

    /// Returns a big-endian number of four or eight bytes.
    func number(_ row: Int, _ column: Int) -> Int64 {
        let bytes = bytes(row, column)
        let isNegative = bytes.first.map { $0 & 0x80 != 0 } ?? false
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) == 1 }

    func bytes(_ row: Int, _ column: Int) -> Data {
        guard let start = PQgetvalue(result, Int32(row), Int32(column)) else { return Data() }
        return Data(bytes: start, count: Int(PQgetlength(result, Int32(row), Int32(column))))
    }
}

/// The reason for which a statement failed.
enum DatabaseFailure: Error {
    /// The transaction conflicts with other transactions and must run again.
    case conflict
    /// The connection is lost.
    case lost
    case store(StoreError)

    /// Creates a failure.
    ///
    /// - Parameter state: the SQLSTATE of five characters (PostgreSQL manual, appendix A); `nil` if the server has not
    ///   responded.
    init(state: String?) {
        guard let state else {
            self = .lost
            return
        }
        switch state {
        case "40001", "40P01": self = .conflict
        case "25006": self = .store(.readOnly)
        case "53100": self = .store(.full)
        // Classes of SQLSTATE: connection exceptions, and connections that an operator has ended.
        case _ where state.hasPrefix("08") || state.hasPrefix("57P"): self = .lost
        // Corrupted data or a corrupted index; a missing table, column or function.
        case _ where state.hasPrefix("XX") || state.hasPrefix("42"): self = .store(.damaged)
        default: self = .store(.unavailable)
        }
    }
}
