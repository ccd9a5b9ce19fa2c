/// The identity of a notification: kind, entity, occurrence and lead time, but not the version.
///
/// Therefore an edit replaces the notification, and a cancellation finds it. Two plans of the same facts give the same
/// identifiers.
public struct NotificationIdentifier: Hashable, Sendable {
    /// The kind of the notification.
    public let kind: NotificationKind
    /// The lead time in seconds, if the kind has a lead time. A subject may have several notifications of a kind.
    public let lead: Int?
    /// The identifier of the entity.
    public let entity: String
    /// The occurrence in a series; `nil` for a subject that occurs once.
    public let occurrence: String?
    /// Whether the notification is repeated after a snooze.
    public let isSnoozed: Bool

    init(
        kind: NotificationKind, lead: Int? = nil, entity: String, occurrence: String? = nil, isSnoozed: Bool = false
    ) {
        (self.kind, self.lead, self.entity) = (kind, lead, entity)
        (self.occurrence, self.isSnoozed) = (occurrence, isSnoozed)
    }

    var key: SubjectKey { SubjectKey(entity: entity, occurrence: occurrence) }

    var snoozed: Self {
        Self(kind: kind, lead: lead, entity: entity, occurrence: occurrence, isSnoozed: true)
    }

    /// The identifier before the snooze.
    var plain: Self {
        Self(kind: kind, lead: lead, entity: entity, occurrence: occurrence)
    }
}

extension NotificationIdentifier: RawRepresentable {
    /// The prefix of the identifiers of this module. Notifications with other identifiers are foreign and remain
    /// unchanged.
    static let prefix = "orbit-notification/"

    /// Parses the text of ``rawValue``; `nil` for any other text.
    public init?(rawValue: String) {
        guard rawValue.hasPrefix(Self.prefix) else { return nil }
        let parts = rawValue.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4 || parts.count == 5, parts[0] == "plain" || parts[0] == "snoozed" else { return nil }
        let lead = parts[2].isEmpty ? nil : Int(parts[2])
        guard lead != nil || parts[2].isEmpty, let kind = PathComponent.unescaped(parts[1]),
            let entity = PathComponent.unescaped(parts[3])
        else { return nil }
        var occurrence: String?
        if parts.count == 5 {
            guard let text = PathComponent.unescaped(parts[4]) else { return nil }
            occurrence = text
        }
        self.init(
            kind: NotificationKind(rawValue: kind), lead: lead, entity: entity, occurrence: occurrence,
            isSnoozed: parts[0] == "snoozed")
    }

    /// The identifier in a notification centre, such as `orbit-notification/plain/hour_before/3600/meetup-7`.
    public var rawValue: String {
        var text = Self.prefix + (isSnoozed ? "snoozed/" : "plain/")
        text += PathComponent.escaped(kind.rawValue) + "/" + (lead.map(String.init) ?? "") + "/"
        text += PathComponent.escaped(entity)
        if let occurrence { text += "/" + PathComponent.escaped(occurrence) }
        return text
    }
}

extension NotificationIdentifier: Codable {}

extension NotificationIdentifier: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A component between slashes, percent-encoded (RFC 3986, 2.1) except for ASCII letters and digits, `-`, `.` and `_`.
private enum PathComponent {
    static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                guard isPlain(byte) else { return nil }
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal.firstIndex(of:)),
                let low = rest.popFirst().flatMap(hexadecimal.firstIndex(of:))
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        let decoded = String(decoding: bytes, as: UTF8.self)
        return Array(decoded.utf8) == bytes ? decoded : nil
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
