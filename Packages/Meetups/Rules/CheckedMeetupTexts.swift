import Foundation
package import OrbitModels
import Validation

/// An entry whose texts, zone, tags and numbers have been checked and cleaned.
///
/// These checks depend on neither the current time nor another plan. They take most of the time of checking an entry,
/// so a server runs them before it begins a transaction.
public struct CheckedMeetupTexts: Sendable {
    /// The entry. It is cleaned if its texts and its place pass the checks.
    public let entry: MeetupEntry
    let words: [FieldFailure]
    let zone: [FieldFailure]
    let place: [FieldFailure]
    let people: [FieldFailure]

    /// All failures, warnings included, in the order of the form.
    package var failures: [FieldFailure] { words + zone + place + people }

    /// Checks an entry.
    ///
    /// - Complexity: O(*n*) in the size of the entry. Texts and lists over their limit take no time.
    public init(_ entry: MeetupEntry) {
        words = Self.words.failures(in: entry)
        zone = TimeZone(named: entry.timeZone) == nil ? [FieldFailure(path: "time_zone", code: .unknownZone)] : []
        place = Self.place.failures(in: entry)
        people = Self.people.failures(in: entry)
        self.entry = (words + place).blocking.isEmpty ? entry.cleaned : entry
    }

    /// Creates a checked entry from texts of existing plans, which were checked and cleaned when the plans were
    /// created.
    package init(ofPlans entry: MeetupEntry) {
        (self.entry, words, zone, place, people) = (entry, [], [], [], [])
    }

    private static let words: [Rule<MeetupEntry>] = [
        .field("title", { $0.title }, .text(MeetupTexts.title), .unmixedScripts),
        .field("description", { $0.description }, .text(MeetupTexts.description)),
        .required("event_type", { $0.eventType }, .known),
        .ifPresent("sport", { $0.sport }, .known),
        .ifPresent("sport_level", { $0.sportLevel }, .known),
        .list(
            "interest_tags", { $0.interestTags }, count: 0...MeetupLimits.tags,
            whole: .unique(by: { InterestFolding.key(of: $0) }),
            each: .field("", { $0.label }, .text(Limits.customInterest), .unmixedScripts)),
    ]

    private static let place: [Rule<MeetupEntry>] = [
        .ifPresent("place.id", { $0.place.id }, .text(MeetupTexts.place)),
        .ifPresent("place.name", { $0.place.name }, .text(MeetupTexts.place)),
        .ifPresent("place.address", { $0.place.address }, .text(MeetupTexts.place)),
        .ifPresent("place.room", { $0.place.room }, .text(MeetupTexts.place)),
        .ifPresent("place.link", { $0.place.link }, .text(MeetupTexts.link), .webAddress(MeetupTexts.link)),
        .ifPresent("place.coordinates", { $0.place.coordinates }, .onEarth),
    ]

    private static let people: [Rule<MeetupEntry>] = [
        .ifPresent("capacity", { $0.capacity }, .within(MeetupLimits.capacity)),
        .field("visibility", { $0.visibility }, .understood),
        .field("approval", { $0.approval }, .understood),
    ]
}

extension MeetupEntry {
    /// The entry with clean texts, without empty optional texts, and with interests mapped to the predefined ones.
    fileprivate var cleaned: MeetupEntry {
        func cleaned(_ text: String?, _ form: TextForm = MeetupTexts.place) -> String? {
            text.map(form.cleaned).flatMap { $0.isEmpty ? nil : $0 }
        }
        var entry = self
        entry.title = MeetupTexts.title.cleaned(title)
        entry.description = MeetupTexts.description.cleaned(description)
        entry.interestTags = interestTags.map(InterestFolding.canonical)
        entry.place.id = cleaned(place.id)
        entry.place.name = cleaned(place.name)
        entry.place.address = cleaned(place.address)
        entry.place.room = cleaned(place.room)
        entry.place.link = cleaned(place.link, MeetupTexts.link)
        return entry
    }
}

extension Rule where Value: OpenEnum {
    /// Accepts only values that this version knows.
    fileprivate static var understood: Rule {
        // Visibility and approval decide who has access. A server must not store a value that it cannot enforce.
        Rule { $0.isKnown ? [] : [FieldFailure(path: "", code: .unknownValue)] }
    }
}

extension Rule<CoordinatesEntry> {
    fileprivate static let onEarth = Rule { point in
        Coordinates(latitude: point.latitude, longitude: point.longitude) == nil
            ? [FieldFailure(path: "", code: .notOnEarth)] : []
    }
}
