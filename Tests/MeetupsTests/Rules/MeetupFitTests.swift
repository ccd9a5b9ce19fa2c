import Foundation
import Meetups
import OrbitModels
import Testing

/// Why a meetup suits a person.
@Suite struct MeetupFitTests {
    private typealias Given = MeetupsUnderTest

    private func fit(
        _ plan: MeetupPlan, _ profile: Profile, isMatch: Bool = false, steps: Int? = nil
    ) -> [MeetupReasonCode]? {
        MeetupFit(of: plan, to: profile, isMatch: isMatch, steps: steps)?.reasons.map(\.code)
    }

    @Test func `time and distance alone are not a reason, and are added to other reasons`() throws {
        let always = WeeklyAvailability(
            timeZone: .gmt,
            hours: HourSet(Weekday.allCases.flatMap { day in (0..<24).compactMap { HourOfWeek(day, hour: $0) } }))
        let plan = try Given.plan(sport: nil, tags: [Interest("music")])
        #expect(fit(plan, Profile(name: "Maya", availability: always), steps: 0) == nil)
        let likes = Profile(name: "Maya", interests: [Interest("Music")], availability: always)
        #expect(fit(plan, likes, steps: 0) == [.sharedInterest, .freeThen, .sameArea])
        #expect(fit(plan, likes, steps: 1) == [.sharedInterest, .freeThen, .nextArea])
        #expect(fit(plan, likes, isMatch: true, steps: 2) == [.match, .sharedInterest, .freeThen])
        let day = try Given.plan(lasts: 24, sport: nil, tags: [Interest("music")])
        #expect(fit(day, likes) == [.sharedInterest, .freeThen])
        let long = try Given.plan(lasts: 25, sport: nil, tags: [Interest("music")])
        #expect(fit(long, likes) == [.sharedInterest])
    }

    @Test func `a person is free only if their hours, in their zone, contain the whole meetup`() throws {
        // From eight to ten in London, two days ahead: a Sunday.
        let plan = try Given.plan(sport: nil, tags: [Interest("music")])
        func codes(_ zone: String, _ hours: Range<Int>) -> [MeetupReasonCode]? {
            let week = HourSet(hours.compactMap { HourOfWeek(.sunday, hour: $0) })
            return fit(
                plan,
                Profile(
                    name: "Maya", interests: [Interest("music")],
                    availability: WeeklyAvailability(timeZone: TimeZone(identifier: zone) ?? .gmt, hours: week)))
        }
        #expect(codes("Europe/London", 8..<10) == [.sharedInterest, .freeThen])
        #expect(codes("Europe/London", 8..<9) == [.sharedInterest])
        #expect(codes("Europe/Paris", 8..<10) == [.sharedInterest])
        #expect(codes("Europe/Paris", 9..<11) == [.sharedInterest, .freeThen])
    }

    @Test(arguments: [
        ("Bouldering", "go bouldering"), ("play chess", "Chess"), ("films", "Movies & TV"), ("Movies & TV", "movie"),
    ])
    func `interests of the same meaning are shared, whatever their spelling`(_ tag: String, _ own: String) throws {
        let plan = try Given.plan(sport: nil, tags: [Interest(tag)])
        let profile = Profile(name: "Maya", interests: [Interest(own)])
        let fit = MeetupFit(of: plan, to: profile, isMatch: false, steps: nil)
        #expect(fit?.reasons.map(\.code) == [.sharedInterest])
        #expect(fit?.reasons.first?.interest?.label == Interest(tag).label)
        let folded = MeetupFit.FoldedInterests(profile.interests)
        #expect(MeetupFit(of: plan, to: profile, folded: folded, isMatch: false, steps: nil) == fit)
    }

    @Test func `tags folded in advance give the first three shared interests in the order of the meetup`() throws {
        let labels = ["Chess", "Sailing", "play chess", "films", "Bouldering"]
        let plan = try Given.plan(sport: nil, tags: labels.map { Interest($0) })
        let own = ["go bouldering", "movie", "chess"].map { Interest($0) }
        let profile = Profile(name: "Maya", interests: own)
        let tags = MeetupFit.FoldedInterests(plan.interestTags)
        let fit = MeetupFit(of: plan, to: profile, tags: tags, isMatch: false, steps: nil)
        let shared = fit?.reasons.compactMap(\.interest?.label)
        #expect(shared == ["Chess", "play chess", "films"])
        #expect(MeetupFit(of: plan, to: profile, isMatch: false, steps: nil) == fit)
        let other = Profile(name: "Liam", interests: [Interest("gardening")])
        #expect(MeetupFit(of: plan, to: other, tags: tags, isMatch: false, steps: nil) == nil)
    }

    @Test func `interests of another meaning are not shared`() throws {
        let plan = try Given.plan(sport: nil, tags: [Interest("bouldering")])
        #expect(fit(plan, Profile(name: "Maya", interests: [Interest("boulders of granite")])) == nil)
    }

    @Test func `a sport is a reason only at the level that the meetup requires`() throws {
        var plan = try Given.plan()
        let player = Profile(name: "Maya", sports: [SportEntry(sport: .tennis, level: .beginner)])
        #expect(fit(plan, player) == [.sport])
        plan.sportLevel = .beginner
        #expect(fit(plan, player) == [.sportLevel])
        plan.sportLevel = .advanced
        #expect(fit(plan, player) == nil)
    }

    @Test func `every reason has words for both sides`() {
        for code in MeetupReasonCode.known {
            let reason = MeetupReason(code, interest: Interest("music"), sport: .tennis)
            for reader in [MeetupReason.Reader.guest, .host] { #expect(!reason.phrase(for: reader).isEmpty) }
        }
        #expect(MeetupReason(.sharedInterest, interest: Interest("music")).phrase(for: .host) == "Likes Music.")
        #expect(MeetupReason(MeetupReasonCode(rawValue: "moon")).phrase(for: .guest).isEmpty)
    }
}
