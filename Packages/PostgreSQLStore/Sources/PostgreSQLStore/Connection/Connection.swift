import CLibpq
import OrbitStore

/// A connection, for one thread. In libpq's pipeline mode, it sends writes without waiting for their outcomes. It reads
/// the outcomes together with the rows of the next read.
final class Connection {
    /// The maximum number of unread outcomes. They fit in the socket's buffer, so that client and server never wait for
    /// each other.
    private static let maxUnread = 64

    private enum Awaited {
        case anything
        /// A put of a record. If it writes no row, a later version has written the record.
        case put(table: String)
    }

    private let handle: OpaquePointer
    private var unread: [Awaited] = []
    /// The first failure of the current transaction. Until the transaction is rolled back, all other statements fail.
    private(set) var failure: DatabaseFailure?

    /// Connects.
    ///
    /// - Parameter address: the address in libpq's format.
    /// - Throws: ``DatabaseFailure/lost`` if the connection fails.
    init(_ address: String) throws {
        guard let handle = PQconnectdb(address) else { throw DatabaseFailure.lost }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else { throw DatabaseFailure.lost }
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Whether the connection works and no transaction is open.
    var isValid: Bool { PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

    var socket: Int32 { PQsocket(handle) }

    /// Reads the available input. Returns `false` if the connection is lost.
    func consumesInput() -> Bool { PQconsumeInput(handle) == 1 }

    /// Removes and returns the notifications in the input that was read.
    func notifications() -> [String] {
        var found: [String] = []
        while let notification = PQnotifies(handle) {
            found.append(notification.pointee.extra.map { String(cString: $0) } ?? "")
            PQfreemem(notification)
        }
        return found
    }

    /// Runs unprepared SQL outside the pipeline.
    @discardableResult func execute(_ sql: String) throws -> Rows {
        guard let result = PQexecParams(handle, sql, 0, nil, nil, nil, nil, 1) else { throw lost() }
        let rows = Rows(result)
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Self.failure(of: result)
        }
        return rows
    }

    /// Prepares all statements and enters pipeline mode.
    func prepare() throws {
        for statement in Statement.allCases {
            guard let result = PQprepare(handle, statement.name, statement.rawValue, 0, nil) else { throw lost() }
            let prepared = Rows(result)
            guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw Self.failure(of: result) }
            _ = prepared
        }
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
    }

    /// Sends a statement. Its outcome is read later.
    func send(_ statement: Statement, _ parameters: [Parameter] = []) throws {
        try send(statement, parameters, awaiting: .anything)
    }

    /// Sends a put of a record. Its outcome is a failure if a later version has written the record.
    func send(_ statement: Statement, _ parameters: [Parameter], writing table: String) throws {
        try send(statement, parameters, awaiting: .put(table: table))
    }

    /// Returns the rows of several statements, with one round trip for each 32 statements.
    func rows(_ statements: [(Statement, [Parameter])]) throws -> [Rows] {
        try stride(from: 0, to: statements.count, by: Self.maxUnread / 2).flatMap { start in
            let part = statements[start...].prefix(Self.maxUnread / 2)
            if unread.count + part.count > Self.maxUnread { try readAll() }
            for (statement, parameters) in part { try send(statement, parameters) }
            return try readAll().suffix(part.count)
        }
    }

    /// Returns the rows of a statement.
    func rows(_ statement: Statement, _ parameters: [Parameter]) throws -> Rows {
        guard let rows = try rows([(statement, parameters)]).first else { throw lost() }
        return rows
    }

    /// Reads all unread outcomes. Throws the first failure.
    func readOutcomes() throws { try readAll() }

    /// Reads all outcomes up to a synchronization point, after which the server accepts new statements. Throws the
    /// first failure.
    func synchronize() throws {
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        try read(unread.count)
        while let result = PQgetResult(handle) {
            let isEnd = PQresultStatus(result) == PGRES_PIPELINE_SYNC
            PQclear(result)
            if isEnd { break }
        }
        if PQstatus(handle) != CONNECTION_OK { throw lost() }
        if let failure { throw failure }
    }

    /// Rolls the transaction back. If this fails, ``isValid`` is `false`.
    func rollBack() {
        _ = try? synchronize()  // the failure is known
        failure = nil
        guard PQsendQueryParams(handle, "ROLLBACK", 0, nil, nil, nil, nil, 0) == 1 else { return }
        unread.append(.anything)
        _ = try? synchronize()  // `isValid` reports a failure
        failure = nil
    }

    private func send(_ statement: Statement, _ parameters: [Parameter], awaiting awaited: Awaited) throws {
        if let failure { throw failure }
        if unread.count >= Self.maxUnread { try readAll() }
        let encoded = parameters.map(\.encoded)
        let (lengths, formats) = (encoded.map { Int32($0.count) }, parameters.map { Int32($0.isBinary ? 1 : 0) })
        let isSent = withPointers(to: encoded[...]) { values in
            PQsendQueryPrepared(handle, statement.name, Int32(encoded.count), values, lengths, formats, 1) == 1
        }
        guard isSent else { throw lost() }
        unread.append(awaited)
    }

    @discardableResult private func readAll() throws -> [Rows] {
        guard !unread.isEmpty else { return [] }
        guard PQsendFlushRequest(handle) == 1, PQflush(handle) >= 0 else { throw lost() }
        let rows = try read(unread.count)
        if let failure { throw failure }
        return rows
    }

    @discardableResult private func read(_ count: Int) throws -> [Rows] {
        var found: [Rows] = []
        for awaited in unread.prefix(count) {
            guard let result = PQgetResult(handle) else { throw lost() }
            let rows = Rows(result)
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                if case .put(let table) = awaited, rows.written == 0 {
                    failure = failure ?? .store(.newerSchema(table: table))
                }
                found.append(rows)
            case PGRES_PIPELINE_ABORTED: failure = failure ?? .conflict
            default: failure = failure ?? Self.failure(of: result)
            }
            while let more = PQgetResult(handle) { PQclear(more) }  // a `nil` result ends each statement
        }
        unread.removeFirst(count)
        return found
    }

    private func lost() -> DatabaseFailure {
        failure = failure ?? .lost
        return .lost
    }

    private static func failure(of result: OpaquePointer) -> DatabaseFailure {
        // `PG_DIAG_SQLSTATE`, a macro that Swift cannot import.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C")))
        return DatabaseFailure(state: state.map { String(cString: $0) })
    }
}

/// Calls `body` with a pointer to each of the values.
private func withPointers<Result>(
    to values: ArraySlice<[UInt8]>, _ pointers: [UnsafePointer<CChar>?] = [],
    _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
    guard let first = values.first else { return body(pointers) }
    return first.withUnsafeBytes { bytes in
        withPointers(
            to: values.dropFirst(), pointers + [bytes.baseAddress?.assumingMemoryBound(to: CChar.self)], body)
    }
}
