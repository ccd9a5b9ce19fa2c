import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Trust

@Suite struct TrustStandingTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func ago(_ days: Double) -> Date { now.addingTimeInterval(-days * 86_400) }

    private static let pillar = TrustFacts(
        isCampusVerified: true, createdAt: ago(400), kept: 40, noShow: 0, hosted: 8, hostsMet: 14, peopleMet: 60)

    private static func level(_ change: (inout TrustFacts) -> Void) -> TrustLevel {
        var facts = pillar
        change(&facts)
        return TrustStanding(of: facts, now: now).level
    }

    @Test func `a new account is a newcomer, and its next step is the campus verification`() {
        let standing = TrustStanding(of: TrustFacts(createdAt: Self.now), now: Self.now)
        #expect(standing.level == .newcomer && standing.reasons.isEmpty)
        #expect(standing.nextStep == TrustStep(.verifyCampus, to: .participant))
    }

    @Test func `a level needs kept and hosted meetups, age of the account and verification`() {
        #expect(Self.level { _ in } == .pillar)
        #expect(Self.level { $0.hosted = 4 } == .trusted)
        #expect(Self.level { $0.kept = 9 } == .participant)
        #expect(Self.level { $0.kept = 2 } == .newcomer)
        #expect(Self.level { $0.createdAt = Self.ago(30) } == .participant)
        #expect(Self.level { $0.createdAt = Self.ago(3) } == .newcomer)
        #expect(Self.level { $0.isCampusVerified = false } == .newcomer)
    }

    /// The minimum of each level. A value that is lower by 1 leads to the lower level.
    @Test(arguments: [
        (TrustLevel.participant, TrustLevel.newcomer, 7.0, 3, 2, 5, 0),
        (.trusted, .participant, 60.0, 10, 5, 15, 0), (.pillar, .trusted, 180.0, 30, 10, 40, 5),
    ])
    func `a level requires exactly its minimum of each value`(
        level: TrustLevel, lower: TrustLevel, days: Double, kept: Int, hosts: Int, people: Int, hosted: Int
    ) {
        let least = TrustFacts(
            isCampusVerified: true, createdAt: Self.ago(days), kept: kept, hosted: hosted, hostsMet: hosts,
            peopleMet: people)
        func reached(_ change: (inout TrustFacts) -> Void) -> TrustLevel {
            var facts = least
            change(&facts)
            return TrustStanding(of: facts, now: Self.now).level
        }
        #expect(reached { _ in } == level)
        #expect(reached { $0.createdAt += 1 } == lower)
        #expect(reached { $0.kept -= 1 } == lower)
        #expect(reached { $0.hostsMet -= 1 } == lower)
        #expect(reached { $0.peopleMet -= 1 } == lower)
        if hosted > 0 { #expect(reached { $0.hosted -= 1 } == lower) }
    }

    @Test func `an upheld report lowers the level for its period`() {
        for (days, before, after) in [
            (90.0, TrustLevel.newcomer, TrustLevel.participant), (365.0, .participant, .trusted),
            (730.0, .trusted, .pillar),
        ] {
            #expect(Self.level { $0.upheldReports = [Self.ago(days - 0.5)] } == before)
            #expect(Self.level { $0.upheldReports = [Self.ago(days)] } == after)
        }
    }

    @Test func `five kept meetups show reliability, and four, or five of six, do not`() {
        func isReliable(_ kept: Int, noShow: Int = 0) -> Bool {
            let facts = TrustFacts(createdAt: Self.ago(100), kept: kept, noShow: noShow)
            return TrustStanding(of: facts, now: Self.now).reasons.contains { $0.code == .reliable }
        }
        #expect(isReliable(5))
        #expect(!isReliable(4))
        #expect(!isReliable(5, noShow: 1))
    }

    @Test func `reliability is the lower bound of Wilson's interval, and late cancellations count half`() {
        let bounds = TrustFacts.Wilson.bounds(share: 0.9, of: 10)
        #expect(abs(bounds.low - 0.5958) < 0.0002 && abs(bounds.high - 0.9821) < 0.0002)
        func facts(kept: Int, noShow: Int = 0, cancelled: Int = 0) -> TrustFacts {
            TrustFacts(createdAt: Self.now, kept: kept, cancelledLate: cancelled, noShow: noShow)
        }
        #expect(facts(kept: 0).reliability == 0)
        #expect(facts(kept: 9, noShow: 1).reliability == bounds.low)
        #expect(facts(kept: 9, cancelled: 2).reliability == bounds.low)
        #expect(Self.level { ($0.kept, $0.noShow) = (40, 2) } == .pillar)
        #expect(Self.level { ($0.kept, $0.noShow) = (40, 4) } == .trusted)
        #expect(Self.level { ($0.kept, $0.noShow) = (40, 10) } == .trusted)
        #expect(Self.level { ($0.kept, $0.noShow) = (40, 12) } == .participant)
        #expect(Self.level { ($0.kept, $0.noShow) = (40, 42) } == .participant)
        #expect(Self.level { ($0.kept, $0.noShow) = (40, 60) } == .newcomer)
    }

    @Test func `one hosted meetup counts for three people met`() {
        #expect(TrustFacts(createdAt: Self.now, hosted: 8, peopleMet: 14).hostedThatCount == 4)
        #expect(TrustFacts(createdAt: Self.now, hosted: 3, peopleMet: 14).hostedThatCount == 3)
        #expect(TrustFacts(createdAt: Self.now, kept: 9, hostsMet: 2).keptThatCount == 6)
    }

    @Test func `many meetups with the same few people do not raise a level`() {
        #expect(Self.level { ($0.kept, $0.peopleMet, $0.hosted) = (500, 4, 500) } == .newcomer)
        #expect(Self.level { ($0.kept, $0.hostsMet) = (500, 1) } == .newcomer)
        #expect(Self.level { ($0.kept, $0.hostsMet, $0.peopleMet) = (500, 4, 14) } == .participant)
    }

    @Test func `an upheld report limits the level for a time, and says until when`() {
        #expect(Self.level { $0.upheldReports = [Self.ago(10)] } == .newcomer)
        #expect(Self.level { $0.upheldReports = [Self.ago(700), Self.ago(100)] } == .participant)
        #expect(Self.level { $0.upheldReports = [Self.ago(400)] } == .trusted)
        #expect(Self.level { $0.upheldReports = [Self.ago(800)] } == .pillar)
        #expect(Self.level { $0.upheldReports = [Self.now.addingTimeInterval(1e9)] } == .newcomer)
        var facts = Self.pillar
        facts.upheldReports = [Self.ago(10)]
        let standing = TrustStanding(of: facts, now: Self.now)
        #expect(standing.nextStep == TrustStep(.reportAge, remaining: 80, to: .participant))
        #expect(standing.reasons.contains(TrustReason(.upheldReport)))
    }

    @Test func `a person who often does not come is not trusted, and a single time is forgiven`() {
        #expect(Self.level { $0.noShow = 1 } == .pillar)
        #expect(Self.level { $0.noShow = 9 } == .trusted || Self.level { $0.noShow = 9 } == .participant)
        #expect(Self.level { $0.noShow = 40 } == .participant)
        #expect(Self.level { $0.noShow = 200 } == .newcomer)
        #expect(Self.level { $0.cancelledLate = 40 } < .pillar)
    }

    @Test func `a certified host is trusted at once, unless a report about them was upheld`() {
        var facts = TrustFacts(isCampusVerified: true, createdAt: Self.now, isCertified: true)
        #expect(TrustStanding(of: facts, now: Self.now).level == .trusted)
        facts.upheldReports = [Self.ago(100)]
        #expect(TrustStanding(of: facts, now: Self.now).level == .participant)
        facts.isCampusVerified = false
        #expect(TrustStanding(of: facts, now: Self.now).level == .newcomer)
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `better facts never lower a level`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func number(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }
        let facts = TrustFacts(
            isCampusVerified: number(3) > 0, createdAt: Self.ago(Double(number(400))), kept: number(60),
            late: number(5),
            cancelledLate: number(5), noShow: number(5), hosted: number(10), hostsMet: number(15),
            peopleMet: number(70),
            upheldReports: number(2) > 0 ? [] : [Self.ago(Double(number(800)))], isCertified: number(5) == 0)
        var better = facts
        switch number(7) {
        case 0: better.isCampusVerified = true
        case 1: better.createdAt -= Double(number(200)) * 86_400
        case 2: better.kept += number(20)
        case 3: better.noShow = max(0, facts.noShow - number(3))
        case 4: better.hosted += number(5)
        case 5: (better.hostsMet, better.peopleMet) = (facts.hostsMet + number(5), facts.peopleMet + number(20))
        case 6: better.upheldReports = []
        default: better.isCertified = true
        }
        #expect(TrustStanding(of: facts, now: Self.now).level <= TrustStanding(of: better, now: Self.now).level)
    }

    @Test func `every reason and step has words, and strange facts do not trap`() {
        for code in TrustReasonCode.known { #expect(!TrustReason(code, 3).phrase().isEmpty) }
        for code in TrustStepCode.known {
            #expect(!TrustStep(code, remaining: 1, to: .trusted).phrase().isEmpty)
            #expect(!TrustStep(code, remaining: 4, to: .trusted).phrase().isEmpty)
        }
        #expect(TrustReason(TrustReasonCode(rawValue: "newer")).phrase().isEmpty)
        for number in [Int.min, -1, .max] {
            for date in [
                Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .nan),
                Date(timeIntervalSince1970: .infinity),
            ] {
                let facts = TrustFacts(
                    isCampusVerified: true, createdAt: date, kept: number, late: number, cancelledLate: number,
                    noShow: number, hosted: number, hostsMet: number, peopleMet: number, upheldReports: [date])
                _ = TrustStanding(of: facts, now: Self.now)
                _ = TrustStanding(of: facts, now: date)
            }
        }
    }
}

extension TrustLevel {
    fileprivate static func < (one: Self, other: Self) -> Bool { place(one) < place(other) }
    fileprivate static func <= (one: Self, other: Self) -> Bool { place(one) <= place(other) }
    private static func place(_ level: Self) -> Int { known.firstIndex(of: level) ?? -1 }
}
