import Foundation
public import OrbitModels
import Validation

/// A person's profile as a sheet shows it: what stands in the header and what in the chips.
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
    /// What they like and play, the shared first.
    public let chips: [Chip]
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
        chips = Self.chips(for: profile.interests, sharing: interests, words)
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

    private static func socialStyle(_ preferences: SocialPreferences, _ words: Words) -> [String] {
        let times = preferences.preferredTimes.map { words($0) }.joined(separator: ", ")
        let lines = [
            preferences.groupSize.map { words($0) },
            preferences.meetingFrequency.map { words($0) }, times,
        ]
        return lines.compactMap(\.self).filter { !$0.isEmpty }
    }
}
