public import OrbitModels
import Validation

extension ProfilePart: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "profile_part",
        [
            "name": "Name", "birth_month": "Birth month", "age": "Age", "major": "Major", "location": "Place",
            "coordinates": "Point on the map", "location.city": "City", "location.state": "State",
            "location.coordinates": "Point on the map", "bio": "Bio", "photos": "Photos", "interests": "Interests",
            "personality": "Personality", "social_preferences": "How you like to meet",
            "friendship_goals": "What you look for", "availability": "Free hours", "sports": "Sports",
            "socials": "Social media", "visibility": "Who sees it",
            "personality.introvert_extrovert": "Introvert to extrovert",
            "personality.spontaneous_planner": "Spontaneous to planner",
            "personality.active_relaxed": "Active to relaxed", "social_preferences.group_size": "Group size",
            "social_preferences.meeting_frequency": "How often", "social_preferences.preferred_times": "Times",
        ])

    /// The code of the value in its vocabulary.
    public var localizationCode: String { path }
}

extension ProfileField: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static var vocabulary: Vocabulary { ProfilePart.vocabulary }
}

extension ProfileChange.Kind: LocalizedTextConvertible {
    /// The sentences for changes, with the parameters `part`, `before` and `after`.
    public static let vocabulary = Vocabulary(
        "profile_change",
        [
            "filled_in": "{part}: {after}.", "emptied": "{part}: removed.",
            "changed": "{part}: {before} becomes {after}.", "added": "{part}: added {after}.",
            "removed": "{part}: removed {before}.", "reordered": "{part}: new order.",
        ])
}

extension ProfileBenefit: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "profile_benefit",
        [
            "discoverable": "Fill in what is missing, so that others find you.",
            "common_times": "Add your free hours, so that Orbit finds times that suit you both.",
            "recognition": "Add a photo, so that people recognise you.",
            "better_suggestions": "Set the three personality scales, so that suggestions suit you better.",
            "shared_goals": "Say what you look for, so that you meet people who look for the same.",
            "conversation_starters":
                "Write a few words about yourself, so that people know how to start a conversation.",
            "sport_partners": "Add the sports you play, so that others find someone to play with.",
            "study_partners": "Add your major, so that people from your courses find you.",
        ])
}

/// A social network on which people have a user name, identified by its key in a profile.
public struct SocialNetwork: RawRepresentable, Hashable, Sendable, LocalizedTextConvertible {
    /// The key in `Socials`.
    public let rawValue: String

    /// Creates the network with this key.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary("social_network", ["instagram": "Instagram"])
    /// The key.
    public var fallbackText: String { rawValue }
}

extension ProfileDetail {
    /// The name of a person without a visible name, under the code `nameless`.
    public static let vocabulary = Vocabulary("profile_detail", ["nameless": "Someone"])
}

extension Vocabulary {
    /// The vocabularies of this module, and the vocabulary of `ProfileStep` from `Validation`.
    public static let profiles = [
        ProfilePart.vocabulary, ProfileChange.Kind.vocabulary, ProfileBenefit.vocabulary, SocialNetwork.vocabulary,
        ProfileDetail.vocabulary, ProfileDisclosure.vocabulary, ProfileStep.vocabulary, ProfilesError.vocabulary,
    ]
}
