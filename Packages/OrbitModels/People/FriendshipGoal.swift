/// What kind of friendship a person looks for.
public struct FriendshipGoal: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// People to study with.
    public static let studyBuddies = Self(rawValue: "study_buddies")
    /// A person to work out with.
    public static let workoutPartner = Self(rawValue: "workout_partner")
    /// Close friends.
    public static let closeFriends = Self(rawValue: "close_friends")
    /// People to go to events with.
    public static let eventBuddies = Self(rawValue: "event_buddies")
    /// Professional contacts.
    public static let networking = Self(rawValue: "networking")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.studyBuddies, .workoutPartner, .closeFriends, .eventBuddies, .networking]
    /// The display labels that older servers send in place of the values.
    public static let legacySpellings: [String: Self] = [
        "Study buddies": .studyBuddies, "Workout partner": .workoutPartner, "Close friends": .closeFriends,
        "Event buddies": .eventBuddies, "Networking": .networking,
    ]
}
