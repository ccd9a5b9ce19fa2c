import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore
import Reputation
import Safety

/// What a moderator has decided about the reports of a case.
struct DecisionRecord: BackendRecord {
    static let table = "decisions"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byAccused,
                exported: ExportSection("decisions", of: "Safety", "What moderators have decided about the person"),
                erase: .keep("What moderators have decided holds of a person who comes back.") { record, erasing in
                    record.accused = erasing.pseudonym
                    if record.about.userID != nil { record.about.userID = erasing.pseudonym }
                }
            ) { record, exporting in record.action == .dismiss ? nil : record.decision(at: exporting.now) },
            .group(
                of: Self.byModerator,
                erase: .perform(writes: 2) { record, erasing in
                    var kept = record
                    kept.moderator = erasing.pseudonym
                    try erasing.transaction.put(kept)
                    guard var file = try erasing.transaction.get(CaseRecord.self, record.caseID.rawValue) else {
                        return
                    }
                    file.rename(erasing.person, to: erasing.pseudonym)
                    try erasing.transaction.put(file)
                }),
            .group(
                of: Self.byReviewer,
                erase: .keep("A decision stands though its moderator has left.") { $0.reviewer = $1.pseudonym }))
    }
    private static let byModerator = "moderator"
    private static let byReviewer = "reviewer"
    /// All about a person, and those that the person is told.
    static let byAccused = "accused"
    static let told = "told"

    let id: DecisionID
    let caseID: CaseID
    private(set) var about: ReportSubject
    private(set) var accused: UserID
    /// The numbers of the reports that it covers.
    let from: Int
    let through: Int
    let action: ModerationAction
    let reason: ReportReason
    let note: String
    let until: Date?
    private(set) var moderator: UserID
    let decidedAt: Date
    /// `lifted` or `overturned`; `nil` if nothing has happened to it but time.
    var ended: DecisionState?
    var appeal: AppealState?
    /// The moderator who has decided about the person's appeal.
    var reviewer: UserID?

    var key: String { id.rawValue }

    var indexEntries: [IndexEntry] {
        let rank = decidedAt.milliseconds
        var entries = [
            IndexEntry(Self.byAccused, group: accused.rawValue, rank: rank),
            IndexEntry(Self.byModerator, group: moderator.rawValue),
        ]
        if action != .dismiss { entries.append(IndexEntry(Self.told, group: accused.rawValue, rank: rank)) }
        if let reviewer { entries.append(IndexEntry(Self.byReviewer, group: reviewer.rawValue)) }
        return entries
    }

    /// - Parameter body: The decision, with its note cleaned.
    init(
        _ id: DecisionID, of file: CaseRecord, by moderator: UserID, _ body: DecideCaseRequest, at now: Date
    ) {
        self.id = id
        caseID = file.id
        about = file.about
        accused = file.accused
        from = file.decidedThrough + 1
        through = body.through
        action = body.action
        reason = body.reason
        note = body.note
        until =
            body.action == .suspend ? body.days.map { now.addingTimeInterval(TimeInterval($0) * 86_400) } : nil
        self.moderator = moderator
        decidedAt = now
    }

    /// The suspensions that a person's decisions bring about now, such as those of an account that was left and made
    /// anew; of more decisions than anyone has, the latest.
    static func suspensions(of person: UserID, at now: Date, in reader: any StoreReader) throws -> [Suspension] {
        let query = IndexQuery(told, group: person.rawValue, order: .descending, limit: 100)
        return try reader.list(Self.self, query)
            .filter { $0.action.suspends && $0.decision(at: now).state == .inForce }
            .map { Suspension(decisionID: $0.id, until: $0.until) }
    }

    static func of(_ id: String, in reader: any StoreReader) throws -> DecisionRecord? {
        try reader.get(Self.self, id)
    }

    /// As the person is told of it.
    func decision(at now: Date) -> Decision {
        let isOver = until.map { $0 <= now } ?? false
        return Decision(
            id: id, action: action, reason: reason, about: about, until: until, decidedAt: decidedAt,
            state: ended ?? (isOver ? .over : .inForce), appeal: appeal)
    }

    /// As moderators see it.
    func moderated(at now: Date) -> ModeratedDecision {
        ModeratedDecision(
            decision: decision(at: now), userID: accused, caseID: caseID, moderatorID: moderator, note: note,
            through: through)
    }
}

extension LogTransaction {
    /// Tells the person it is about, if they are to know of it.
    func tell(_ record: DecisionRecord) throws {
        guard record.action != .dismiss, try get(AccountRecord.self, record.accused.rawValue) != nil else { return }
        try append(
            .decisionChanged, to: record.accused, touches: [.decisions, .ownReputation],
            data: Named(record.decision(at: now)))
    }
}

extension ConductRecord {
    /// Counts an upheld decision, or takes it out again.
    static func note(_ decision: DecisionRecord, isUpheld: Bool, in transaction: LogTransaction) throws {
        guard decision.action != .dismiss else { return }
        var conduct = try ConductRecord.of(decision.accused, in: transaction)
        if isUpheld {
            conduct.upheld.append(decision.decidedAt)
            conduct.upheld.sort()
        } else if let index = conduct.upheld.firstIndex(of: decision.decidedAt) {
            conduct.upheld.remove(at: index)
        }
        try transaction.put(conduct)
    }
}
