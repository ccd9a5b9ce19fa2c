import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Safety

/// A safety check-in. All changes of its state are here, so that an alarm is raised once and called off once.
struct CheckInRecord: ExpiringRecord {
    static let table = "check_ins"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byOwner,
                exported: ExportSection("check_ins", of: "Safety", "A safety check-in with its contact")
            ) { record, _ in record.checkIn })
    }
    /// Those of a person by age, and those of them that run.
    static let byOwner = "owner"
    private static let running = "running"
    /// Those that run, by the contact's address.
    private static let byContact = "contact"

    let owner: UserID
    /// Of the contact.
    let address: String
    /// The plan as its owner chose to tell it, in case they do not attend the meetup any more by then.
    let plan: ToldPlan?
    private(set) var checkIn: SafetyCheckIn
    /// When the all-clear was to be sent, whatever became of it.
    private(set) var clearedAt: Date?
    /// When the alert was handed over first, of the attempts that the mailbox may have accepted. `nil` after refusals
    /// alone.
    private(set) var attemptedAt: Date?

    init(_ checkIn: SafetyCheckIn, of owner: UserID, address: String, plan: ToldPlan?) {
        self.checkIn = checkIn
        self.owner = owner
        self.address = address
        self.plan = plan
    }

    var key: String { checkIn.id.rawValue }

    var expiresAt: Date {
        (checkIn.endedAt ?? checkIn.alertsAt).addingTimeInterval(TimeInterval(CheckInLimits.daysKept) * 86_400)
    }

    var indexEntries: [IndexEntry] {
        let place = IndexEntry(Self.byOwner, group: owner.rawValue, rank: checkIn.createdAt.milliseconds)
        // One that runs is never swept: its time has yet to come, or is being acted upon.
        guard checkIn.state == .waiting else { return [place, expiryEntry] }
        let deadline = checkIn.alertsAt.milliseconds
        return [
            place, IndexEntry(Self.running, group: owner.rawValue, rank: deadline),
            Self.dueEntry(at: checkIn.alertsAt), IndexEntry(Self.byContact, group: address, rank: deadline),
        ]
    }

    static func of(_ id: String, owner: UserID, in reader: any StoreReader) throws -> CheckInRecord? {
        try reader.get(Self.self, id).flatMap { $0.owner == owner ? $0 : nil }
    }

    static func running(of owner: UserID, limit: Int, in reader: any StoreReader) throws -> [CheckInRecord] {
        try reader.list(Self.self, IndexQuery(running, group: owner.rawValue, limit: limit))
    }

    static func naming(_ address: String, limit: Int, in reader: any StoreReader) throws -> [CheckInRecord] {
        try reader.list(Self.self, IndexQuery(byContact, group: address, limit: limit))
    }
}

extension CheckInRecord {
    mutating func extend(to dueAt: Date) {
        checkIn.dueAt = dueAt
        checkIn.extensions += 1
    }

    /// Ends a check-in that runs.
    mutating func end(_ state: CheckInState, at now: Date) {
        checkIn.state = state
        checkIn.endedAt = now
    }

    /// Notes an attempt of the alert, before its outcome is known.
    mutating func noteAttempt(at now: Date) { attemptedAt = attemptedAt ?? now }

    /// Withdraws the only attempt that the mailbox might have accepted, as the mailbox has refused it.
    mutating func withdrawAttempt() { attemptedAt = nil }

    /// Whether a message is still to be sent. A person who is safe by now sends the all-clear, and no alarm.
    func awaits(_ content: AlertRecord.Content) -> Bool { content == .clear || checkIn.state == .missed }

    /// The mailbox has accepted a message to the contact.
    ///
    /// - Returns: Whether that changes what the owner sees.
    mutating func noteAcceptance(of content: AlertRecord.Content, at now: Date) -> Bool {
        let before = checkIn
        // Of an alert whose acceptance is unknown, the owner gets the time of the attempt.
        checkIn.alertedAt = checkIn.alertedAt ?? (content == .missed ? now : attemptedAt)
        // An alarm that is accepted late does not deliver the all-clear.
        if awaits(content) { checkIn.undeliveredAt = nil }
        if content == .clear { checkIn.isClearing = nil }
        return checkIn != before
    }

    /// No acceptance of a message to the contact is known, or the contact takes no all-clear.
    mutating func noteFailure(at now: Date) {
        checkIn.undeliveredAt = now
        checkIn.isClearing = nil
    }

    mutating func noteRefusal(_ isRefusing: Bool) { checkIn.isContactRefusing = isRefusing }

    /// The owner says that they are safe.
    ///
    /// - Returns: Whether an all-clear is to be sent: once, and only after an alert that the mailbox has accepted or
    ///   may have accepted.
    mutating func markSafe(at now: Date) -> Bool {
        checkIn.state = .safe
        checkIn.endedAt = now
        checkIn.undeliveredAt = nil
        // Records from before attempts were noted have the time of the alert alone.
        guard (attemptedAt ?? checkIn.alertedAt) != nil, clearedAt == nil else { return false }
        clearedAt = now
        checkIn.isClearing = true
        return true
    }
}

/// A plan as it stands in a message to a contact.
struct ToldPlan: Codable, Hashable {
    let title: String
    let start: Date
    let end: Date
    let timeZone: String
    let place: Place

    init(_ plan: MeetupPlan) {
        (title, start, end) = (plan.title, plan.span.start, plan.span.end)
        (timeZone, place) = (plan.timeZone.identifier, plan.place)
    }

    /// A line each.
    var lines: [String] {
        let zone = TimeZone(identifier: timeZone) ?? .gmt
        var lines = [title, "\(start.clockText(in: zone)) to \(end.clockText(in: zone)) (\(zone.identifier))"]
        let parts = [place.name, place.room, place.address].compactMap(\.self).filter { !$0.isEmpty }
        if !parts.isEmpty { lines.append(parts.joined(separator: ", ")) }
        if let point = place.coordinates { lines.append("\(point.latitude), \(point.longitude)") }
        if let link = place.link, !link.isEmpty { lines.append(link) }
        return lines
    }
}

extension Date {
    /// `2026-11-22 18:30`, on the clock of a zone.
    func clockText(in zone: TimeZone) -> String {
        let wall = WallTime(self, in: zone)
        return "\(wall.day) \(wall.hourAndMinute)"
    }
}
