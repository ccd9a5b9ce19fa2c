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
    /// What they study; `nil` if they do not show it.
    public let major: String?
    /// How the match was made, such as by chance; `nil` if that is not known.
    public let origin: String?
    /// When the match ends unless one of the two pokes the other; `nil` if it stays.
    public let ending: String?
    /// What they show to a match; `nil` before it was loaded.
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
    /// Until when it stands, as "until Wed 12 May, unless one of you pokes the other"; `nil` if it stays.
    ///
    /// - Parameter zone: of the campus.
    public func ending(in zone: TimeZone, words: Words = .english) -> String? {
        // It ends at midnight: what it has is the day before.
        guard let endsAt else { return nil }
        let lastDay = CalendarDay(endsAt.addingTimeInterval(-1), in: zone)
        return words.text("until", in: Self.endingVocabulary, ["day": .text(words.calendarNames.short(lastDay))])
    }

    /// With the parameter `day`.
    public static let endingVocabulary = Vocabulary(
        "match_ending", ["until": "until {day}, unless one of you pokes the other"])
}
