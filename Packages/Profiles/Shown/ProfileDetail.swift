import Foundation
public import OrbitModels
import Validation

/// Someone's profile as a sheet shows it: what stands in the header, what in the chips, what on the button.
///
/// ```swift
/// let detail = ProfileDetail(of: person, on: today, sharing: mine.interests, reasons: reasons, connect: .available)
/// detail.portrait              // .photo, or .initial("M")
/// detail.place                 // "Berkeley, CA"
/// detail.chips.map(\.label)    // shared ones first
/// ```
public struct ProfileDetail: Hashable, Sendable, Identifiable {
    public enum Portrait: Hashable, Sendable {
        case photo(Photo)
        /// In place of a photo: the first character of the name.
        case initial(String)
    }

    public struct Chip: Hashable, Sendable {
        public let label: String
        /// Whether the person looking has the interest too.
        public let isShared: Bool
    }

    public let id: UserID
    public let portrait: Portrait
    /// All of them, the primary one first.
    public let photos: [Photo]
    /// Never empty.
    public let name: String
    /// In years, if it is shown.
    public let age: Int?
    public let place: String?
    public let bio: String?
    public let chips: [Chip]
    /// How they like to meet, line by line, as far as they said.
    public let socialStyle: [String]
    /// Why they are suggested, in the words of who suggests them.
    public let reasons: [String]
    /// Where they are unlike the person looking.
    public let difference: String?
    public var connect: ConnectAction

    /// - Parameters:
    ///   - interests: those of the person looking.
    ///   - reasons: why they are suggested, most telling first.
    public init(
        of person: Person, on day: CalendarDay, sharing interests: [Interest] = [], reasons: [String] = [],
        difference: String? = nil, connect: ConnectAction = .available, words: ProfileWords = .english
    ) {
        // The server cleans what it keeps; this one may not have.
        let profile = person.profile.cleaned
        id = person.id
        name = profile.name.isEmpty ? words.nameless : profile.name
        photos = profile.photos
        portrait = profile.photos.first.map { .photo($0) } ?? .initial(name.prefix(1).uppercased())
        age = profile.age(on: day)
        place = profile.location.flatMap(Self.text)
        bio = profile.bio.isEmpty ? nil : profile.bio
        chips = Self.chips(for: profile.interests, sharing: interests)
        socialStyle = Self.socialStyle(profile.socialPreferences, words)
        self.reasons = reasons
        self.difference = difference
        self.connect = connect
    }

    private static func text(_ location: Location) -> String? {
        let parts = [location.city, location.state ?? ""].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Shared ones first, each meaning once.
    private static func chips(for interests: [Interest], sharing mine: [Interest]) -> [Chip] {
        let shared = Set(mine.map(InterestFolding.key(of:)))
        var seen: Set<String> = []
        let chips = interests.compactMap { interest -> Chip? in
            let key = InterestFolding.key(of: interest)
            guard !interest.label.isEmpty, seen.insert(key).inserted else { return nil }
            return Chip(label: interest.label, isShared: shared.contains(key))
        }
        return chips.filter(\.isShared) + chips.filter { !$0.isShared }
    }

    private static func socialStyle(_ preferences: SocialPreferences, _ words: ProfileWords) -> [String] {
        let times = preferences.preferredTimes.map { words.label(of: $0.rawValue) }.joined(separator: ", ")
        let lines = [
            preferences.groupSize.map { words.label(of: $0.rawValue) },
            preferences.meetingFrequency.map { words.label(of: $0.rawValue) }, times,
        ]
        return lines.compactMap(\.self).filter { !$0.isEmpty }
    }
}

/// What the button under a profile does, or why it does nothing.
public enum ConnectAction: Hashable, Sendable {
    case available
    case sending
    /// Asked, and not answered yet.
    case waiting
    /// They have asked: the button says yes.
    case answering
    case connected
    /// Words that say why, such as when one may ask again.
    case unavailable(String)

    public var isEnabled: Bool { self == .available || self == .answering }
}
