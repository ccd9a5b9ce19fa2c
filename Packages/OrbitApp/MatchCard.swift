import Calendars
public import Foundation
public import OrbitModels
public import Profiles

/// A match as a card shows it.
public struct MatchCard: Hashable, Sendable, Identifiable {
    /// The match.
    public let match: Match
    /// The name of the other person.
    public let name: String
    /// The subject of study of the other person; `nil` if they do not show it.
    public let major: String?
    /// The origin of the match, such as chance; `nil` if it is not known.
    public let origin: String?
    /// The end of the match if neither person pokes the other person; `nil` if the match does not end.
    public let ending: String?
    /// The profile that the other person shows to a match; `nil` before it was loaded.
    public let detail: ProfileDetail?

    /// The identifier of the match.
    public var id: MatchID { match.id }
}

extension PersonViewModel {
    /// The card of the match with this person; `nil` without a match. Load the sheet for its detail.
    public var matchCard: MatchCard? {
        guard let match else { return nil }
        let detail = detail
        return MatchCard(
            match: match, name: detail?.name ?? match.partnerName, major: detail?.major ?? match.partnerMajor,
            origin: match.origin.map { words($0) }, ending: matchEnding, detail: detail)
    }
}

extension Match {
    /// Returns the end of the match, such as "until Wed 12 May, unless one of you pokes the other"; `nil` if it does
    /// not end.
    ///
    /// - Parameters:
    ///   - zone: The time zone of the campus.
    ///   - words: The language of the text.
    public func ending(in zone: TimeZone, words: LocalizedStrings = .english) -> String? {
        // A match ends at midnight, so the text names the day before.
        guard let endsAt else { return nil }
        let lastDay = CalendarDay(endsAt.addingTimeInterval(-1), in: zone)
        return words.text("until", in: Self.endingVocabulary, ["day": .text(words.calendarNames.short(lastDay))])
    }

    /// The sentence for the end of a match, with the parameter `day`.
    public static let endingVocabulary = Vocabulary(
        "match_ending", ["until": "until {day}, unless one of you pokes the other"])
}
