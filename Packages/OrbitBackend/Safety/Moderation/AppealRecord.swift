import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore
import Safety

/// An appeal against a decision, by the person that the decision is about or by a reporter.
struct AppealRecord: BackendRecord {
    static let table = "appeals"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byAppellant, exported: ExportSection("appeals", of: "Safety", "The text of an appeal"),
                erase: .keep("An appeal is decided after its sender has left.", if: \.isOpen) {
                    $0.appellant = $1.pseudonym
                }
            ) { record, _ in AppealRequest(text: record.text) },
            .group(
                of: Self.byAccused,
                erase: .keep("An appeal of another person is still decided.") { $0.accused = $1.pseudonym }))
    }
    private static let byAppellant = "appellant"
    private static let byAccused = "accused"
    static let open = "open"

    let id: AppealID
    let decisionID: DecisionID
    let caseID: CaseID
    private(set) var accused: UserID
    private(set) var appellant: UserID
    /// The report of a reporter's appeal; `nil` for an appeal of the person that the decision is about.
    let reportID: ReportID?
    let text: String
    let createdAt: Date
    var state = AppealState.open

    var key: String { id.rawValue }
    var isOpen: Bool { state == .open }

    var indexEntries: [IndexEntry] {
        let all = [
            IndexEntry(Self.byAppellant, group: appellant.rawValue),
            IndexEntry(Self.byAccused, group: accused.rawValue),
        ]
        return isOpen ? all + [IndexEntry(Self.open, at: createdAt)] : all
    }

    init(
        _ id: AppealID, against decision: DecisionRecord, by appellant: UserID, about report: ReportID? = nil,
        _ text: String, at now: Date
    ) {
        self.id = id
        decisionID = decision.id
        caseID = decision.caseID
        accused = decision.accused
        self.appellant = appellant
        reportID = report
        self.text = text
        createdAt = now
    }

    func appeal(against decision: DecisionRecord, at now: Date) -> ModerationAppeal {
        ModerationAppeal(
            id: id, isBySubject: reportID == nil, decision: decision.moderated(at: now), text: text,
            createdAt: createdAt, state: state)
    }
}
