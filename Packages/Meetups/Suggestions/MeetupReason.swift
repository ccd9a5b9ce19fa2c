public import OrbitModels

/// A reason why a meetup suits a person. Call ``phrase(for:in:)`` for a sentence.
public struct MeetupReason: Codable, Hashable, Sendable {
    /// The kind of reason.
    public var code: MeetupReasonCode
    /// The interest, for `shared_interest`.
    public var interest: Interest?
    /// The sport, for `sport` and `sport_level`.
    public var sport: Sport?

    /// Creates a reason.
    public init(_ code: MeetupReasonCode, interest: Interest? = nil, sport: Sport? = nil) {
        (self.code, self.interest, self.sport) = (code, interest, sport)
    }

    /// The reader of the reason.
    public enum Reader: String, Hashable, Sendable {
        /// The person who may attend.
        case guest
        /// The host, who may invite them.
        case host
    }

    /// Returns the reason as a sentence. The result is empty for a code without a text.
    public func phrase(for reader: Reader, in words: LocalizedStrings = .english) -> String {
        var values: [String: ParameterValue] = [:]
        values["interest"] = interest.map { .text(words($0)) }
        values["sport"] = sport.map { .text(words($0)) }
        return words.text("\(reader.rawValue).\(code.rawValue)", in: Self.vocabulary, values) ?? ""
    }

    /// The sentences for guests and for hosts.
    public static let vocabulary = Vocabulary(
        "meetup_reason",
        [
            "guest.shared_interest": "You like {interest}.",
            "guest.sport": "You play this: {sport}.",
            "guest.sport_level": "You play this at the same level: {sport}.",
            "guest.match": "You are matched with the host.",
            "guest.free_then": "You are usually free at that time.",
            "guest.same_area": "It is in the area where you live.",
            "guest.next_area": "It is next to the area where you live.",
            "host.shared_interest": "Likes {interest}.",
            "host.sport": "Plays this: {sport}.",
            "host.sport_level": "Plays this at the same level: {sport}.",
            "host.match": "You are matched.",
            "host.free_then": "Is usually free at that time.",
            "host.same_area": "Lives in the area of the meetup.",
            "host.next_area": "Lives next to the area of the meetup.",
        ])
}

/// The kind of a ``MeetupReason``.
public struct MeetupReasonCode: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The meetup is about an `interest` of the person.
    public static let sharedInterest = Self(rawValue: "shared_interest")
    /// The person plays the `sport`.
    public static let sport = Self(rawValue: "sport")
    /// The person plays the `sport` at the level of the meetup.
    public static let sportLevel = Self(rawValue: "sport_level")
    /// The person and the host are matched.
    public static let match = Self(rawValue: "match")
    /// The person is usually free during the whole meetup.
    public static let freeThen = Self(rawValue: "free_then")
    /// The person lives in the same square of the campus's grid as the meetup.
    public static let sameArea = Self(rawValue: "same_area")
    /// The person lives in a square next to the square of the meetup.
    public static let nextArea = Self(rawValue: "next_area")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.sharedInterest, .sport, .sportLevel, .match, .freeThen, .sameArea, .nextArea]
}
