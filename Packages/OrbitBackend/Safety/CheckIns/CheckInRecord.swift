import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Safety

/// A safety check-in. Only this type changes its state, so that at most one alert and one all-clear are sent.
struct CheckInRecord: ExpiringRecord {
    static let table = "check_ins"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byOwner,
                exported: ExportSection("check_ins", of: "Safety", "A safety check-in with its contact")
            ) { record, _ in record.checkIn })
    }
    /// The indexes of a person's check-ins: all check-ins, ordered by age, and running check-ins, ordered by deadline.
    static let byOwner = "owner"
    private static let running = "running"
    /// The index of running check-ins, by the digest of the contact's address.
    private static let byContact = "contact"

    let owner: UserID
    /// The digest of the contact's address.
    let address: String
    /// The plan that the owner chose to share. It is sent if the owner no longer attends the meetup when the alert is
    /// sent.
    let plan: AlertPlan?
    private(set) var checkIn: SafetyCheckIn
    /// The time at which the all-clear was due, whether it was delivered or not.
    private(set) var clearedAt: Date?
    /// The time of the first attempt of the alert that the mail transport may have accepted; `nil` if the mail
    /// transport has refused all.
    private(set) var attemptedAt: Date?

    init(_ checkIn: SafetyCheckIn, of owner: UserID, address: String, plan: AlertPlan?) {
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
        let place = IndexEntry(Self.byOwner, group: owner.rawValue, at: checkIn.createdAt)
        // A running check-in has no expiry entry: it is not due yet, or is being processed.
        guard checkIn.state == .running else { return [place, expiryEntry] }
        return [
            place, IndexEntry(Self.running, group: owner.rawValue, at: checkIn.alertsAt),
            Self.dueEntry(at: checkIn.alertsAt), IndexEntry(Self.byContact, group: address, at: checkIn.alertsAt),
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

    /// Ends a running check-in.
    mutating func end(_ state: CheckInState, at now: Date) {
        checkIn.state = state
        checkIn.endedAt = now
    }

    /// Records an attempt of the alert before its outcome is known.
    mutating func noteAttempt(at now: Date) { attemptedAt = attemptedAt ?? now }

    /// Deletes the attempt. The mail transport has refused it, and it was the only attempt that the mail transport
    /// might have accepted.
    mutating func withdrawAttempt() { attemptedAt = nil }

    /// Whether a message is still to be sent. For a person who is safe by now, only the all-clear is sent.
    func awaits(_ content: AlertRecord.Content) -> Bool { content == .clear || checkIn.state == .missed }

    /// Records that the mail transport has accepted a message to the contact.
    ///
    /// - Returns: Whether the owner sees a change.
    mutating func noteAcceptance(of content: AlertRecord.Content, at now: Date) -> Bool {
        let before = checkIn
        // If it is unknown whether the alert was accepted, the owner sees the time of the attempt.
        checkIn.alertedAt = checkIn.alertedAt ?? (content == .missed ? now : attemptedAt)
        // A late acceptance of the alert does not deliver the all-clear.
        if awaits(content) { checkIn.undeliveredAt = nil }
        if content == .clear { checkIn.isClearing = nil }
        return checkIn != before
    }

    /// Records that no message to the contact is known to be accepted, or that the contact refuses the all-clear.
    mutating func noteFailure(at now: Date) {
        checkIn.undeliveredAt = now
        checkIn.isClearing = nil
    }

    mutating func noteRefusal(_ isRefusing: Bool) { checkIn.isContactRefusing = isRefusing }

    /// Records that the owner is safe.
    ///
    /// - Returns: Whether to send an all-clear. It is sent once, and only after an alert that the mail transport has
    ///   accepted or may have accepted.
    mutating func markSafe(at now: Date) -> Bool {
        checkIn.state = .safe
        checkIn.endedAt = now
        checkIn.undeliveredAt = nil
        // Records of earlier versions contain no attempts, but the time of the alert.
        guard (attemptedAt ?? checkIn.alertedAt) != nil, clearedAt == nil else { return false }
        clearedAt = now
        checkIn.isClearing = true
        return true
    }
}

/// A plan in a message to a contact.
struct AlertPlan: Codable, Hashable {
    let title: String
    let start: Date
    let end: Date
    let timeZone: String
    let place: Place

    init(_ plan: MeetupPlan) {
        (title, start, end) = (plan.title, plan.span.start, plan.span.end)
        (timeZone, place) = (plan.timeZone.identifier, plan.place)
    }

    /// The lines of the message.
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
    /// Returns the time as `2026-11-22 18:30`, in the local time of a zone.
    func clockText(in zone: TimeZone) -> String {
        let wall = LocalDateTime(self, in: zone)
        return "\(wall.day) \(wall.hourAndMinute)"
    }
}
