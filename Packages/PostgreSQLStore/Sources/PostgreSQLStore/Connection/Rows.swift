import CLibpq
import Foundation

/// What a statement has returned, in PostgreSQL's binary form.
final class Rows {
    private let result: OpaquePointer

    /// Takes the result over.
    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }

    /// How many rows the statement has written.
    var written: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    func text(_ row: Int, _ column: Int) -> String {
        String(decoding: bytes(row, column), as: UTF8.self)
    }

    /// A number of four or eight bytes, the highest first.
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
