import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore
import Reputation
import Safety

/// A decision of a moderator about the reports of a case.
struct DecisionRecord: BackendRecord {
    static let table = "decisions"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byAccused,
                exported: ExportSection("decisions", of: "Safety", "A decision of a moderator about the person"),
                erase: .keep("Decisions of moderators apply to a person who comes back.") { record, erasing in
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
                    try record.renameInCase(erasing)
                }),
            .group(
                of: Self.byReviewer,
                erase: .keep("A decision stays after its moderator has left.") { record, erasing in
                    record.reviewer = erasing.pseudonym
                    try record.renameInCase(erasing)
                }))
    }
    private static let byModerator = "moderator"
    private static let byReviewer = "reviewer"
    /// The indexes of all decisions about a person, and of the decisions that the person may see.
    static let byAccused = "accused"
    static let visibleToAccused = "told"

    let id: DecisionID
    let caseID: CaseID
    private(set) var about: ReportSubject
    private(set) var accused: UserID
    /// The numbers of the first and the last report that the decision covers.
    let from: Int
    let through: Int
    let action: ModerationAction
    let reason: ReportReason
    let note: String
    let until: Date?
    private(set) var moderator: UserID
    let decidedAt: Date
    /// `lifted` or `overturned`; `nil` if the decision has not been ended by a moderator.
    var ended: DecisionState?
    var appeal: AppealState?
    /// The moderator who has decided the appeal of the person that the decision is about.
    var reviewer: UserID?

    var key: String { id.rawValue }

    var indexEntries: [IndexEntry] {
        var entries = [
            IndexEntry(Self.byAccused, group: accused.rawValue, at: decidedAt),
            IndexEntry(Self.byModerator, group: moderator.rawValue),
        ]
        if action != .dismiss {
            entries.append(IndexEntry(Self.visibleToAccused, group: accused.rawValue, at: decidedAt))
        }
        if let reviewer { entries.append(IndexEntry(Self.byReviewer, group: reviewer.rawValue)) }
        return entries
    }

    /// Replaces the erased person by the pseudonym in the case. It names the moderators who have made or reviewed an
    /// overturned decision.
    private func renameInCase(_ erasing: ErasureContext) throws {
        guard var caseRecord = try erasing.transaction.get(CaseRecord.self, caseID.rawValue) else { return }
        caseRecord.rename(erasing.person, to: erasing.pseudonym)
        try erasing.transaction.put(caseRecord)
    }

    /// Creates a decision about the open reports of a case.
    ///
    /// - Parameters:
    ///   - id: The identifier of the decision.
    ///   - caseRecord: The case before the decision.
    ///   - moderator: The moderator.
    ///   - body: The decision, with its note cleaned.
    ///   - now: The current time.
    init(
        _ id: DecisionID, of caseRecord: CaseRecord, by moderator: UserID, _ body: DecideCaseRequest, at now: Date
    ) {
        self.id = id
        caseID = caseRecord.id
        about = caseRecord.about
        accused = caseRecord.accused
        from = caseRecord.decidedThrough + 1
        through = body.through
        action = body.action
        reason = body.reason
        note = body.note
        until =
            body.action == .suspend ? body.days.map { now.addingTimeInterval(TimeInterval($0) * 86_400) } : nil
        self.moderator = moderator
        decidedAt = now
    }

    /// Returns the suspensions of a person that are in force. It reads the latest 100 decisions about the person. No
    /// person is expected to have more.
    ///
    /// A deleted account that is created again gets its suspensions in this way.
    static func suspensions(of person: UserID, at now: Date, in reader: any StoreReader) throws -> [Suspension] {
        let query = IndexQuery(visibleToAccused, group: person.rawValue, order: .descending, limit: 100)
        return try reader.list(Self.self, query)
            .filter { $0.action.suspends && $0.decision(at: now).state == .inForce }
            .map { Suspension(decisionID: $0.id, until: $0.until) }
    }

    static func of(_ id: String, in reader: any StoreReader) throws -> DecisionRecord? {
        try reader.get(Self.self, id)
    }

    /// Returns the decision as the person that it is about sees it.
    func decision(at now: Date) -> Decision {
        let isExpired = until.map { $0 <= now } ?? false
        return Decision(
            id: id, action: action, reason: reason, about: about, until: until, decidedAt: decidedAt,
            state: ended ?? (isExpired ? .over : .inForce), appeal: appeal)
    }

    /// Returns the decision as moderators see it.
    func moderated(at now: Date) -> ModeratedDecision {
        ModeratedDecision(
            decision: decision(at: now), userID: accused, caseID: caseID, moderatorID: moderator, note: note,
            through: through)
    }
}

extension LogTransaction {
    /// Notifies the person that the decision is about, unless it dismisses the reports.
    func notify(of record: DecisionRecord) throws {
        guard record.action != .dismiss, try get(AccountRecord.self, record.accused.rawValue) != nil else { return }
        try append(
            .decisionChanged, to: record.accused, touches: [.decisions, .ownReputation],
            data: Keyed(record.decision(at: now)))
    }
}

extension ModerationHistoryRecord {
    /// Adds an upheld decision to the person's record, or removes it.
    static func note(_ decision: DecisionRecord, isUpheld: Bool, in transaction: LogTransaction) throws {
        guard decision.action != .dismiss else { return }
        var conduct = try ModerationHistoryRecord.of(decision.accused, in: transaction)
        if isUpheld {
            conduct.upheld.append(decision.decidedAt)
            conduct.upheld.sort()
        } else if let index = conduct.upheld.firstIndex(of: decision.decidedAt) {
            conduct.upheld.remove(at: index)
        }
        try transaction.put(conduct)
    }
}
