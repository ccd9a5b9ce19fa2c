/// What someone hopes to find.
public struct FriendshipGoal: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let studyBuddies = Self(rawValue: "study_buddies")
    public static let workoutPartner = Self(rawValue: "workout_partner")
    public static let closeFriends = Self(rawValue: "close_friends")
    public static let eventBuddies = Self(rawValue: "event_buddies")
    public static let networking = Self(rawValue: "networking")

    public static let known: [Self] = [.studyBuddies, .workoutPartner, .closeFriends, .eventBuddies, .networking]
    public static let legacySpellings: [String: Self] = [
        "Study buddies": .studyBuddies, "Workout partner": .workoutPartner, "Close friends": .closeFriends,
        "Event buddies": .eventBuddies, "Networking": .networking,
    ]
}
