import Foundation
import OrbitModels
import Testing

@testable import Trust

@Suite struct SocialPointTests {
    private let rules = SocialPointRules.standard
    /// A Monday, 10 o'clock.
    private let monday = Date(timeIntervalSince1970: 1_767_607_200)

    private func fill(_ count: Int, days: Int = 1, from start: Date) -> [SocialPoint] {
        var log: [SocialPoint] = []
        for day in 0..<days {
            for meetup in 0..<count {
                let time = start.addingTimeInterval(Double(day) * 86_400 + Double(meetup))
                if let entry = rules.entry(for: .keptMeetup, meetup: MeetupID("\(day) \(meetup)"), at: time, after: log)
                {
                    log.append(entry)
                }
            }
        }
        return log
    }

    @Test func `a meetup earns once for each reason`() throws {
        let first = try #require(rules.entry(for: .keptMeetup, meetup: "m", at: monday, after: []))
        #expect(first == SocialPoint(reason: .keptMeetup, points: 10, at: monday, meetupID: "m"))
        #expect(rules.entry(for: .keptMeetup, meetup: "m", at: monday.addingTimeInterval(1e7), after: [first]) == nil)
        #expect(rules.entry(for: .ratedInTime, meetup: "m", at: monday, after: [first])?.points == 3)
        #expect(rules.entry(for: SocialPointReason(rawValue: "newer"), at: monday, after: []) == nil)
    }

    @Test func `a day and a week earn no more than their caps, and the next begin anew`() {
        #expect(SocialPointRules.total(of: fill(9, from: monday)) == rules.maxPerDay)
        #expect(SocialPointRules.total(of: fill(9, days: 7, from: monday)) == rules.maxPerWeek)
        #expect(SocialPointRules.total(of: fill(9, days: 8, from: monday)) == rules.maxPerWeek + rules.maxPerDay)
        // Before 1970 too: 5 January 1969 is a Sunday.
        let sunday = Date(timeIntervalSince1970: -361 * 86_400)
        #expect(SocialPointRules.total(of: fill(9, days: 4, from: sunday)) == rules.maxPerDay + rules.maxPerWeek)
    }

    @Test func `points beyond the cap of a day are granted in part`() {
        let log = [SocialPoint(reason: .hostedMeetup, points: 37, at: monday)]
        #expect(rules.entry(for: .keptMeetup, meetup: "m", at: monday, after: log)?.points == 3)
    }

    @Test func `the total is that of the log, and strange entries do not trap`() {
        let log = [Int.max, .max, -5, .min].map { SocialPoint(reason: .checkedIn, points: $0, at: .distantFuture) }
        #expect(SocialPointRules.total(of: log) == .max)
        #expect(rules.entry(for: .checkedIn, at: .distantFuture, after: log) == nil)
        #expect(rules.entry(for: .checkedIn, at: Date(timeIntervalSince1970: .nan), after: []) != nil)
        let odd = SocialPointRules(points: [.checkedIn: .max], maxPerDay: .min, maxPerWeek: -1)
        #expect(odd.entry(for: .checkedIn, at: monday, after: []) == nil)
        for reason in SocialPointReason.known { #expect(LocalizedStrings.english(reason) != reason.rawValue) }
    }
}
