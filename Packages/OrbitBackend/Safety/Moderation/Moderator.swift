import BackendRuntime
import Moderation
import Networking
import OrbitModels
import OrbitStore

extension BackendContext {
    /// An operation for moderators that has its effect once for each `Idempotency-Key`. All other callers get
    /// ``HTTPProblem/notFound``.
    func moderating<Input>(
        _ route: Route, _ body: BodyReader<Input>,
        perform: @escaping @Sendable (LogTransaction, RequestContext, Caller, Input) throws -> OperationResult
    ) -> RouteHandler {
        let handler = signedInOnce(route, as: .moderator, body) { transaction, call, caller, input in
            // No budget delays the effects of a decision.
            transaction.attribute(to: nil)
            return try perform(transaction, call, caller, input)
        }
        var guarded = RouteHandler(route: route, bodyLimit: handler.bodyLimit) { call in
            // Before the body is looked at: whether it is sound is nothing to others.
            _ = try await store.read { try caller(of: call, as: .moderator, in: $0) }
            return try await handler.perform(call)
        }
        (guarded.checkBody, guarded.fingerprint) = (handler.checkBody, handler.fingerprint)
        guarded.access = handler.access
        return guarded
    }
}

/// What one moderator may decide: nothing about themselves, nothing that they have reported, and no case whose last
/// decision was theirs and wrong. Such cases do not exist for them.
struct Moderator {
    let id: UserID
    let reader: any StoreReader

    /// Throws the problem of a case that is not there.
    func caseFile(_ id: String) throws -> CaseRecord {
        guard let file = try reader.get(CaseRecord.self, id), try mayDecide([file]) == [file.id] else {
            throw HTTPProblem.notFound
        }
        return file
    }

    /// Those of the cases that they may see and decide. In one store call.
    func mayDecide(_ files: [CaseRecord]) throws -> Set<CaseID> {
        let reported = try isParty(to: files.map { ($0.id, $0.accused) })
        return Set(files.filter { !reported.contains($0.id) && !$0.barred.contains(id) }.map(\.id))
    }

    /// Those of the cases that concern them. In one store call.
    func isParty(to files: [(id: CaseID, accused: UserID)]) throws -> Set<CaseID> {
        let keys = files.map { CaseReporterRecord.key($0.id, id) }
        let reported = keys.isEmpty ? [:] : try reader.get(CaseReporterRecord.self, all: keys)
        return Set(
            files.filter { $0.accused == id || reported[CaseReporterRecord.key($0.id, id)] != nil }.map(\.id))
    }

    /// A decision of a case that does not concern them.
    func decision(_ id: String) throws -> DecisionRecord {
        guard let record = try DecisionRecord.of(id, in: reader),
            try isParty(to: [(record.caseID, record.accused)]).isEmpty
        else { throw HTTPProblem.notFound }
        return record
    }
}
