import BackendRuntime
import Moderation
import Networking
import OrbitModels
import OrbitStore

extension BackendContext {
    /// Creates a handler for moderators that takes effect once for each `Idempotency-Key`. Other callers get
    /// ``HTTPProblem/notFound``.
    func moderating<Input>(
        _ route: Route, _ body: BodyReader<Input>,
        perform: @escaping @Sendable (LogTransaction, RequestContext, Caller, Input) throws -> OperationResult
    ) -> RouteHandler {
        let handler = signedInOnce(route, as: .moderator, body) { transaction, call, caller, input in
            // Events of a decision use no budget, so none of them is delayed.
            transaction.attribute(to: nil)
            return try perform(transaction, call, caller, input)
        }
        var guarded = handler
        guarded.perform = { call in
            // The caller is checked before the body, so that other callers cannot learn whether the body is valid.
            _ = try await store.read { try caller(of: call, as: .moderator, in: $0) }
            return try await handler.perform(call)
        }
        return guarded
    }
}

/// The cases and decisions that one moderator may see and decide. It hides these cases from the moderator:
///
/// - Cases about the moderator.
/// - Cases that the moderator has reported.
/// - Cases with an overturned decision that the moderator made or reviewed, until another moderator has decided.
struct Moderator {
    let id: UserID
    let reader: any StoreReader

    /// Returns a case that the moderator may decide.
    ///
    /// - Throws: ``HTTPProblem/notFound`` for other cases and for unknown identifiers.
    func caseRecord(_ id: String) throws -> CaseRecord {
        guard let caseRecord = try reader.get(CaseRecord.self, id), try mayDecide([caseRecord]) == [caseRecord.id]
        else {
            throw HTTPProblem.notFound
        }
        return caseRecord
    }

    /// Returns the given cases that the moderator may see and decide, in one store call.
    func mayDecide(_ cases: [CaseRecord]) throws -> Set<CaseID> {
        let reported = try isParty(to: cases.map { ($0.id, $0.accused) })
        return Set(cases.filter { !reported.contains($0.id) && !$0.barred.contains(id) }.map(\.id))
    }

    /// Returns the given cases that concern the moderator, in one store call.
    func isParty(to cases: [(id: CaseID, accused: UserID)]) throws -> Set<CaseID> {
        let keys = cases.map { CaseReporterRecord.key($0.id, id) }
        let reported = keys.isEmpty ? [:] : try reader.get(CaseReporterRecord.self, all: keys)
        return Set(
            cases.filter { $0.accused == id || reported[CaseReporterRecord.key($0.id, id)] != nil }.map(\.id))
    }

    /// Returns a decision of a case that does not concern the moderator.
    ///
    /// - Throws: ``HTTPProblem/notFound`` for other decisions and for unknown identifiers.
    func decision(_ id: String) throws -> DecisionRecord {
        guard let record = try DecisionRecord.of(id, in: reader),
            try isParty(to: [(record.caseID, record.accused)]).isEmpty
        else { throw HTTPProblem.notFound }
        return record
    }
}
