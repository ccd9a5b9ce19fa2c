import Foundation
public import OrbitModels
import Validation

/// A person's profile as a sheet or a card shows it: the header, the chips, and the lines below them. It contains
/// everything except the bytes of the photos.
///
/// ```swift
/// let detail = ProfileDetail(of: person, on: today, sharing: mine.interests, reasons: reasons)
/// detail.portrait              // .photo, or .initial("M")
/// detail.place                 // "Berkeley, CA"
/// detail.chips.map(\.label)    // shared labels first
/// ```
public struct ProfileDetail: Hashable, Sendable, Identifiable {
    /// The picture of the person in the header.
    public enum Portrait: Hashable, Sendable {
        /// The first photo.
        case photo(Photo)
        /// The first character of the name, if there is no photo.
        case initial(String)
    }

    /// A label, such as an interest.
    public struct Chip: Hashable, Sendable {
        /// The text, ready to show.
        public let label: String
        /// Whether the viewer has the interest too.
        public let isShared: Bool
    }

    /// A position between two opposites, such as introvert and extrovert.
    public struct Scale: Hashable, Sendable {
        /// The name of the scale, ready to show.
        public let label: String
        /// The position from 0, the first of the opposites, to 1, the second.
        public let position: Double
    }

    /// A name on another network.
    public struct Handle: Hashable, Sendable {
        /// The network, ready to show.
        public let network: String
        /// The person's name there.
        public let name: String
    }

    /// The person's identifier.
    public let id: UserID
    /// The photo or its placeholder.
    public let portrait: Portrait
    /// All photos, the primary photo first.
    public let photos: [Photo]
    /// The name to show, which is never empty.
    public let name: String
    /// The age in years; `nil` if it is not shown.
    public let age: Int?
    /// The place that the person states; `nil` if it is not shown.
    public let place: String?
    /// The person's text about themselves; `nil` if it is empty or not shown.
    public let bio: String?
    /// The person's subject of study; `nil` if it is empty or not shown.
    public let major: String?
    /// The person's interests, shared interests first.
    public let chips: [Chip]
    /// The person's sports with their level, such as `Tennis (Advanced)`.
    public let sports: [String]
    /// The person's friendship goals.
    public let goals: [String]
    /// The scales that the person has answered.
    public let personality: [Scale]
    /// The person's free hours in their own time zone, such as `Mon, Wed 9–12`; `nil` if they show no hours.
    public let hours: String?
    /// The person's names on other networks, by network.
    public let handles: [Handle]
    /// The person's preferences for meeting, one per line, as far as they are stated.
    public let socialStyle: [String]
    /// The reasons why the person is suggested, in the words of the feature that suggests them.
    public let reasons: [String]
    /// A difference between the person and the viewer, ready to show.
    public let difference: String?

    /// Creates the texts for a person.
    ///
    /// - Parameters:
    ///   - person: The person to show.
    ///   - day: The day for which the age is computed.
    ///   - interests: The interests of the viewer.
    ///   - reasons: The reasons why the person is suggested, the strongest first.
    ///   - difference: A difference between the person and the viewer.
    ///   - words: The language of the texts.
    public init(
        of person: Person, on day: CalendarDay, sharing interests: [Interest] = [], reasons: [String] = [],
        difference: String? = nil, words: LocalizedStrings = .english
    ) {
        // The server cleans the profiles that it stores, but this profile may come from elsewhere.
        let profile = person.profile.cleaned
        id = person.id
        name = profile.name.isEmpty ? words.text("nameless", in: Self.vocabulary) ?? "" : profile.name
        photos = profile.photos
        portrait = profile.photos.first.map { .photo($0) } ?? .initial(name.prefix(1).uppercased())
        age = profile.age(on: day)
        place = profile.location.flatMap(Self.text)
        bio = profile.bio.isEmpty ? nil : profile.bio
        major = profile.major.flatMap { $0.isEmpty ? nil : $0 }
        chips = Self.chips(for: profile.interests, sharing: interests, words)
        sports = profile.sports.map { "\(words($0.sport)) (\(words($0.level)))" }
        goals = profile.friendshipGoals.map { words($0) }
        personality = Self.scales(profile.personality, words)
        hours = profile.availability.flatMap { week in
            let text = week.hours.text(names: words.weekdayNames)
            return text.isEmpty ? nil : text
        }
        handles = profile.socials.handles.sorted { $0.key < $1.key }.map {
            Handle(network: words(SocialNetwork(rawValue: $0.key)), name: $0.value)
        }
        socialStyle = Self.socialStyle(profile.socialPreferences, words)
        self.reasons = reasons
        self.difference = difference
    }

    private static func text(_ location: Location) -> String? {
        let parts = [location.city, location.state ?? ""].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns the chips, shared interests first. Each interest appears once.
    private static func chips(for interests: [Interest], sharing mine: [Interest], _ words: LocalizedStrings) -> [Chip]
    {
        let shared = Set(mine.map(InterestFolding.key(of:)))
        var seen: Set<String> = []
        let chips = interests.compactMap { interest -> Chip? in
            let key = InterestFolding.key(of: interest)
            guard !interest.label.isEmpty, seen.insert(key).inserted else { return nil }
            return Chip(label: words(interest), isShared: shared.contains(key))
        }
        return chips.filter(\.isShared) + chips.filter { !$0.isShared }
    }

    private static func scales(_ personality: Personality, _ words: LocalizedStrings) -> [Scale] {
        let answers = [
            ("introvert_extrovert", personality.introvertExtrovert),
            ("spontaneous_planner", personality.spontaneousPlanner),
            ("active_relaxed", personality.activeRelaxed),
        ]
        return answers.compactMap { name, answer in
            answer.map {
                Scale(
                    label: words.sentence("personality.\(name)", in: ProfilePart.vocabulary), position: $0.value)
            }
        }
    }

    private static func socialStyle(_ preferences: SocialPreferences, _ words: LocalizedStrings) -> [String] {
        let times = preferences.preferredTimes.map { words($0) }.joined(separator: ", ")
        let lines = [
            preferences.groupSize.map { words($0) },
            preferences.meetingFrequency.map { words($0) }, times,
        ]
        return lines.compactMap(\.self).filter { !$0.isEmpty }
    }
}
