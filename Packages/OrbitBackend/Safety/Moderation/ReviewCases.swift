import BackendRuntime
import Foundation
import Moderation
import Networking
import OrbitModels
import OrbitStore

/// `GET /moderation/cases`, and the reads of one case: the queue, a case, its reports with their evidence, and photos.
///
/// Reports do not name their sender, because a moderator may know both people.
struct ReviewCases: Operations {
    /// The maximum number of decisions in a case file.
    private static let maxDecisions = 50

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(ModerationRoutes.queue, as: .moderator, perform: queue),
            context.signedInReading(ModerationRoutes.caseFile, as: .moderator, perform: caseFile),
            context.signedInReading(ModerationRoutes.reports, as: .moderator, perform: reports),
            context.signedInReading(ModerationRoutes.photo, as: .moderator, perform: photo),
        ]
    }

    private func queue(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let moderator = Moderator(id: caller.userID, reader: reader)
        let page = try PageReader(call, list: "cases \(caller.userID)", order: .ascending).page(
            of: CaseRecord.self, from: [IndexQuery(CaseRecord.queue)], in: reader
        ) { (records: [CaseRecord]) -> [CaseSummary?] in
            let mine = try moderator.mayDecide(records)
            let ids = records.map(\.accused.rawValue)
            let accounts = ids.isEmpty ? [:] : try reader.get(AccountRecord.self, all: ids)
            let conducts = ids.isEmpty ? [:] : try reader.get(ModerationHistoryRecord.self, all: ids)
            return records.map { record in
                guard mine.contains(record.id) else { return nil }
                let key = record.accused.rawValue
                return record.summary(accounts[key], upheldReports: conducts[key]?.upheld.count ?? 0)
            }
        }
        return .success(page, cache: .revalidated)
    }

    private func caseRecord(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> CaseRecord {
        try Moderator(id: caller.userID, reader: reader).caseRecord(call.parameter("case_id"))
    }

    private func caseFile(
        _ reader: any StoreReader, _ call: RequestContext, _ caller: Caller
    ) throws -> OperationResult {
        let caseRecord = try caseRecord(reader, call, caller)
        let account = try reader.get(AccountRecord.self, caseRecord.accused.rawValue)
        let decisions = try reader.list(
            DecisionRecord.self,
            IndexQuery(
                DecisionRecord.byAccused, group: caseRecord.accused.rawValue, order: .descending,
                limit: Self.maxDecisions))
        let upheldReports = try ModerationHistoryRecord.of(caseRecord.accused, in: reader).upheld.count
        return .success(
            CaseFile(
                summary: caseRecord.summary(account, upheldReports: upheldReports),
                decisions: decisions.map { $0.moderated(at: call.now) }),
            cache: .revalidated)
    }

    private func reports(
        _ reader: any StoreReader, _ call: RequestContext, _ caller: Caller
    ) throws -> OperationResult {
        let caseRecord = try caseRecord(reader, call, caller)
        let page = try PageReader(call, list: "case \(caseRecord.id) \(caller.userID)", order: .ascending).page(
            of: ReportRecord.self, from: [IndexQuery(ReportRecord.byCase, group: caseRecord.id.rawValue)], in: reader
        ) { (records: [ReportRecord]) -> [CaseReport?] in
            let evidence = try reader.get(EvidenceRecord.self, all: records.map(\.id.rawValue))
            return records.map { record in
                CaseReport(
                    number: record.number, reporter: record.reporterNumber, reason: record.reason, text: record.text,
                    evidence: evidence[record.id.rawValue]?.pieces ?? [], createdAt: record.createdAt)
            }
        }
        return .success(page, cache: .revalidated)
    }

    private func photo(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let caseRecord = try caseRecord(reader, call, caller)
        let name = call.parameter("photo_id", as: PhotoID.self)
        let key = EvidencePhotoRecord.key(name, of: caseRecord.accused)
        guard let photo = try reader.get(EvidencePhotoRecord.self, key),
            let bytes = try reader.blob(EvidencePhotoRecord.self, key)
        else { throw HTTPProblem.notFound }
        let headers = [
            ("content-type", photo.mediaType), ("cache-control", CacheRule.never.rawValue),
            ("x-content-type-options", "nosniff"),
        ]
        return OperationResult(
            response: HTTPResponse(status: 200, headers: HTTPHeaders(lenient: headers), body: bytes))
    }
}

extension CaseRecord {
    /// Returns the summary of the case.
    ///
    /// - Parameters:
    ///   - account: The account that the case is about; `nil` if the person has left.
    ///   - upheldReports: The number of upheld reports about the person.
    func summary(_ account: AccountRecord?, upheldReports: Int) -> CaseSummary {
        CaseSummary(
            id: id, about: about, userID: accused, name: account?.profile?.name,
            account: account.map { $0.isSuspended ? .suspended : .active } ?? .gone, reasons: reasons,
            reports: reports - decidedThrough, circles: circles.count, urgency: urgency, openedAt: openedAt,
            through: reports, upheldReports: upheldReports)
    }
}
