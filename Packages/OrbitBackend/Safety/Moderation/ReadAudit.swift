import BackendRuntime
import Moderation
import Networking
import OrbitModels
import OrbitStore

/// `GET /moderation/audit`: the actions of moderators, the latest first.
///
/// Entries about the caller, and about cases that the caller has reported, are left out. They would reveal the deciding
/// moderator.
struct ReadAudit: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(ModerationRoutes.audit, as: .moderator) { reader, call, caller in
                let moderator = Moderator(id: caller.userID, reader: reader)
                let alias = AuditTrail(digest: context.digest).alias(of: caller.userID)
                let page = try PageReader(call, list: "audit \(caller.userID)").page(
                    of: AuditRecord.self, from: [IndexQuery(AuditRecord.byNumber)], in: reader
                ) { (records: [AuditRecord]) -> [AuditEntry?] in
                    let concerned = try moderator.isParty(to: records.map { ($0.entry.caseID, $0.entry.userID) })
                    return records.map {
                        concerned.contains($0.entry.caseID) || $0.entry.userID == alias ? nil : $0.entry
                    }
                }
                return .success(page, cache: .revalidated)
            }
        ]
    }
}
