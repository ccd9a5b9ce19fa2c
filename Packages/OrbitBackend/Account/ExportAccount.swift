import BackendRuntime
import Foundation
import Networking
import OrbitModels
import Profiles
import TimeAndChance

/// `GET /users/me/export`: all data that the caller has given, as one file; see `Docs/export.md`.
///
/// A host that opens the request sends the file page by page, while it is read. A host that requests a response gets
/// the whole file.
struct ExportAccount: Operations {
    static let exportLimit = RateLimit(
        name: "exports", tiers: [.init(count: 3, window: 3_600), .init(count: 10, window: 86_400)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        var handler = RouteHandler(
            route: AccountRoutes.export, bodyLimit: BodyReader.none.limit, perform: perform)
        handler.open = open
        return [handler]
    }

    private func perform(_ call: RequestContext) async throws -> OperationResult {
        let archive = try await archive(for: call)
        var file = Data()
        while let part = try await archive.next() { file.append(part) }
        return OperationResult(response: HTTPResponse(status: 200, headers: Self.headers, body: file))
    }

    private func open(_ call: RequestContext) async throws -> HTTPStream {
        let archive = try await archive(for: call)
        let head = HTTPResponse(status: 200, headers: Self.headers, body: Data()).dated(call.now)
        let isClosed = LockedState(false)
        return HTTPStream(
            status: head.status, headers: head.headers,
            read: { () async throws(TransportError) in
                if Task.isCancelled { throw .cancelled }
                if isClosed.withLock({ $0 }) { return nil }
                do { return try await archive.next() } catch { throw .connectionLost }
            }, close: { isClosed.withLock { $0 = true } })
    }

    /// Returns the archive of the caller, if the rate limit admits another export.
    private func archive(for call: RequestContext) async throws -> ExportArchive {
        try await context.admit(call)
        let account = try await context.commit(at: call.now) { transaction in
            let account = try context.caller(of: call, in: transaction).account
            try Self.exportLimit.admit(
                account.key, in: transaction, now: call.now,
                message: "You have copied your data often lately. Try again later.")
            return account
        }
        return ExportArchive(of: account, at: call.now, context) { [context] reader in
            _ = try context.caller(of: call, in: reader)
        }
    }

    private static let headers = HTTPHeaders(lenient: [
        ("content-type", "application/json"), ("cache-control", CacheRule.never.rawValue),
        ("content-disposition", #"attachment; filename="orbit-export.json""#),
    ])
}
