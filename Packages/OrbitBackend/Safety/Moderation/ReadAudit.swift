import BackendRuntime
import Moderation
import Networking
import OrbitModels
import OrbitStore

/// `GET /moderation/audit`: what moderators have done, the latest first. A moderator does not see what concerns
/// themselves or what they have reported: it would tell who has decided.
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
