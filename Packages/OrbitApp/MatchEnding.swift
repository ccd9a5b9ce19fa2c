import Calendars
public import Foundation
public import OrbitModels

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
