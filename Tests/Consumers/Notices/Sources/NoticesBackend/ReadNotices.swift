import BackendRuntime
import Foundation
import Networking
import Notices
import OrbitModels
import OrbitStore
import Validation

/// `GET /notices` and `GET /notices/{notice_id}`.
struct ReadNotices: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(NoticeRoutes.list, as: .person, prepare: noteLoad, perform: list),
            context.signedInReading(NoticeRoutes.notice, as: .person, prepare: noteLoad, perform: read),
        ]
    }

    /// Adds the caller to the readers who are sent events, before the store is read. Changes that the response lacks
    /// happen later, so the caller is sent their events.
    private func noteLoad(_ call: RequestContext) async throws {
        let isDue = try await context.read { reader in
            let caller = try context.caller(of: call, as: .person, in: reader)
            return try BoardReaderRecord.isDue(of: caller.userID, in: reader, now: call.now)
        }
        guard isDue else { return }
        try await context.commit(at: call.now) { transaction in
            let caller = try context.caller(of: call, as: .person, in: transaction)
            try transaction.put(BoardReaderRecord(person: caller.userID, campus: caller.campus, loadedAt: call.now))
        }
    }

    private func read(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        .success(Keyed(try NoticeRecord.find(call, for: caller, in: reader).notice))
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let kind = call.query["kind"].map { NoticeKind(wire: $0) }
        if let kind, !kind.isKnown {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "kind", code: .unknownValue)], "Choose a kind of notice.")
        }
        let day = context.day(on: caller.campus, at: call.now)
        func shown(_ records: [NoticeRecord]) throws -> [Notice?] {
            let authors = try Visibility(of: caller, in: reader).people(records.map(\.notice.author), on: day)
            // `Visibility` never includes the caller.
            let seen = Set(authors.keys).union([caller.userID])
            return records.map { $0.expiresAt > call.now && seen.contains($0.notice.author) ? $0.notice : nil }
        }
        let page = try PageReader(call, list: "notices \(caller.campus) \(kind?.rawValue ?? "all")").page(
            of: NoticeRecord.self, from: [NoticeRecord.board(of: caller.campus, kind)], in: reader, showAll: shown)
        return .success(page)
    }
}
