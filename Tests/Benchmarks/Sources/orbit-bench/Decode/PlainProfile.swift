/// The wire format of the feed as plain structs. They have no open enumerations and no unnecessary optionals, and a
/// broken element fails the whole list.
struct PlainFeed: Decodable {
    struct Payload: Decodable {
        var profiles: [PlainProfile]
    }

    var success: Bool
    var data: Payload
}

struct PlainProfile: Decodable {
    struct Place: Decodable {
        struct Point: Decodable {
            var lat: Double
            var lng: Double
        }

        var city: String
        var state: String
        var coordinates: Point?
    }

    struct Sliders: Decodable {
        var introvertExtrovert: Double
        var spontaneousPlanner: Double
        var activeRelaxed: Double

        enum CodingKeys: String, CodingKey {
            case introvertExtrovert = "introvert_extrovert"
            case spontaneousPlanner = "spontaneous_planner"
            case activeRelaxed = "active_relaxed"
        }
    }

    struct Preferences: Decodable {
        var groupSize: String
        var meetingFrequency: String
        var preferredTimes: [String]

        enum CodingKeys: String, CodingKey {
            case groupSize = "group_size"
            case meetingFrequency = "meeting_frequency"
            case preferredTimes = "preferred_times"
        }
    }

    var name: String
    var age: Int
    var location: Place
    var bio: String
    var photos: [String]
    var interests: [String]
    var personality: Sliders
    var socialPreferences: Preferences
    var friendshipGoals: [String]

    enum CodingKeys: String, CodingKey {
        case name, age, location, bio, photos, interests, personality
        case socialPreferences = "social_preferences"
        case friendshipGoals = "friendship_goals"
    }
}
