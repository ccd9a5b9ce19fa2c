import Foundation
public import OrbitModels
import Validation

/// A person's profile as a sheet or a card shows it: the header, the chips, and the lines below them. Only the photos'
/// bytes are loaded apart.
///
/// ```swift
/// let detail = ProfileDetail(of: person, on: today, sharing: mine.interests, reasons: reasons)
/// detail.portrait              // .photo, or .initial("M")
/// detail.place                 // "Berkeley, CA"
/// detail.chips.map(\.label)    // shared labels first
/// ```
public struct ProfileDetail: Hashable, Sendable, Identifiable {
    /// What stands for the person in the header.
    public enum Portrait: Hashable, Sendable {
        /// The first photo.
        case photo(Photo)
        /// In place of a photo: the first character of the name.
        case initial(String)
    }

    /// A label, such as an interest.
    public struct Chip: Hashable, Sendable {
        /// The text, ready to show.
        public let label: String
        /// Whether the person looking has the interest too.
        public let isShared: Bool
    }

    /// A position between two opposites, such as introvert and extrovert.
    public struct Scale: Hashable, Sendable {
        /// The name of the scale, ready to show.
        public let label: String
        /// 0 is the first of the opposites, 1 the second.
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
    /// All of them, the primary one first.
    public let photos: [Photo]
    /// Never empty.
    public let name: String
    /// In years, if it is shown.
    public let age: Int?
    /// The place they state; `nil` if it is not shown.
    public let place: String?
    /// What they say about themselves; `nil` if it is empty or not shown.
    public let bio: String?
    /// What they study; `nil` if it is empty or not shown.
    public let major: String?
    /// Their interests, the shared first.
    public let chips: [Chip]
    /// What they play, each with their level: `Tennis (Advanced)`.
    public let sports: [String]
    /// What they look for.
    public let goals: [String]
    /// The scales that they have answered.
    public let personality: [Scale]
    /// When they are free, in the zone of their hours: `Mon, Wed 9–12`; `nil` if they show no hours.
    public let hours: String?
    /// Their names elsewhere, by network.
    public let handles: [Handle]
    /// How they like to meet, line by line, as far as they said.
    public let socialStyle: [String]
    /// Why they are suggested, in the words of the feature that suggests them.
    public let reasons: [String]
    /// Where they are unlike the person looking.
    public let difference: String?

    /// - Parameters:
    ///   - interests: those of the person looking.
    ///   - reasons: why they are suggested, most telling first.
    public init(
        of person: Person, on day: CalendarDay, sharing interests: [Interest] = [], reasons: [String] = [],
        difference: String? = nil, words: Words = .english
    ) {
        // The server cleans what it keeps; this one may not have.
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

    /// Shared labels first, each meaning once.
    private static func chips(for interests: [Interest], sharing mine: [Interest], _ words: Words) -> [Chip] {
        let shared = Set(mine.map(InterestFolding.key(of:)))
        var seen: Set<String> = []
        let chips = interests.compactMap { interest -> Chip? in
            let key = InterestFolding.key(of: interest)
            guard !interest.label.isEmpty, seen.insert(key).inserted else { return nil }
            return Chip(label: words(interest), isShared: shared.contains(key))
        }
        return chips.filter(\.isShared) + chips.filter { !$0.isShared }
    }

    private static func scales(_ personality: Personality, _ words: Words) -> [Scale] {
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

    private static func socialStyle(_ preferences: SocialPreferences, _ words: Words) -> [String] {
        let times = preferences.preferredTimes.map { words($0) }.joined(separator: ", ")
        let lines = [
            preferences.groupSize.map { words($0) },
            preferences.meetingFrequency.map { words($0) }, times,
        ]
        return lines.compactMap(\.self).filter { !$0.isEmpty }
    }
}
