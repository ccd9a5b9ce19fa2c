import CLibpq
import OrbitStore

/// One connection, for one thread. What is written is sent ahead in a pipeline (libpq's pipeline mode), and its outcome
/// read with the next rows.
final class Connection {
    /// So many outcomes may be unread; they fit in the socket's buffer, so that neither side waits for the other.
    private static let mostUnread = 64

    private enum Awaited {
        case anything
        /// A record; without a row written, a later version has written it.
        case put(table: String)
    }

    private let handle: OpaquePointer
    private var unread: [Awaited] = []
    /// What has failed first in the transaction that is under way. Until it is rolled back, nothing else succeeds.
    private(set) var failure: DatabaseFailure?

    /// Connects and prepares; throws a ``DatabaseFailure``.
    init(_ address: String) throws {
        guard let handle = PQconnectdb(address) else { throw DatabaseFailure.lost }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else { throw DatabaseFailure.lost }
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Whether it can be used on.
    var isSound: Bool { PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

    var socket: Int32 { PQsocket(handle) }

    /// Takes in what has come; `false` if the connection is lost.
    func consumesInput() -> Bool { PQconsumeInput(handle) == 1 }

    /// What was announced to this connection, and taken in.
    func notifications() -> [String] {
        var found: [String] = []
        while let notification = PQnotifies(handle) {
            found.append(notification.pointee.extra.map { String(cString: $0) } ?? "")
            PQfreemem(notification)
        }
        return found
    }

    /// Runs SQL text that is not prepared, outside of the pipeline.
    @discardableResult func execute(_ sql: String) throws -> Rows {
        guard let result = PQexecParams(handle, sql, 0, nil, nil, nil, nil, 1) else { throw lost() }
        let rows = Rows(result)
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Self.failure(of: result)
        }
        return rows
    }

    /// Prepares all statements, and goes over to the pipeline.
    func prepare() throws {
        for statement in Statement.allCases {
            guard let result = PQprepare(handle, statement.name, statement.rawValue, 0, nil) else { throw lost() }
            let prepared = Rows(result)
            guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw Self.failure(of: result) }
            _ = prepared
        }
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
    }

    /// Sends a statement whose outcome is read later.
    func send(_ statement: Statement, _ parameters: [Parameter] = []) throws {
        try send(statement, parameters, awaiting: .anything)
    }

    /// Sends a write that a later version's record refuses.
    func send(_ statement: Statement, _ parameters: [Parameter], writing table: String) throws {
        try send(statement, parameters, awaiting: .put(table: table))
    }

    /// The rows of several statements, in one round trip for so many.
    func rows(_ statements: [(Statement, [Parameter])]) throws -> [Rows] {
        try stride(from: 0, to: statements.count, by: Self.mostUnread / 2).flatMap { start in
            let part = statements[start...].prefix(Self.mostUnread / 2)
            if unread.count + part.count > Self.mostUnread { try readAll() }
            for (statement, parameters) in part { try send(statement, parameters) }
            return try readAll().suffix(part.count)
        }
    }

    /// The rows of a statement.
    func rows(_ statement: Statement, _ parameters: [Parameter]) throws -> Rows {
        guard let rows = try rows([(statement, parameters)]).first else { throw lost() }
        return rows
    }

    /// Reads what is not read yet of what was sent; throws the first failure.
    func readOutcomes() throws { try readAll() }

    /// Reads all outcomes up to here, and lets the server begin anew; throws the first failure.
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

    /// Ends the transaction without a trace. A connection that cannot is not sound any more.
    func rollBack() {
        _ = try? synchronize()  // what has failed is known
        failure = nil
        guard PQsendQueryParams(handle, "ROLLBACK", 0, nil, nil, nil, nil, 0) == 1 else { return }
        unread.append(.anything)
        _ = try? synchronize()  // `isSound` tells
        failure = nil
    }

    private func send(_ statement: Statement, _ parameters: [Parameter], awaiting awaited: Awaited) throws {
        if let failure { throw failure }
        if unread.count >= Self.mostUnread { try readAll() }
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
            while let more = PQgetResult(handle) { PQclear(more) }  // ends each statement
        }
        unread.removeFirst(count)
        return found
    }

    private func lost() -> DatabaseFailure {
        failure = failure ?? .lost
        return .lost
    }

    private static func failure(of result: OpaquePointer) -> DatabaseFailure {
        // PG_DIAG_SQLSTATE, a macro that Swift does not see.
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
