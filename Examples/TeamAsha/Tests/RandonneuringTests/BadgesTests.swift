import Randonneuring
import Testing

@Suite struct BadgesTests {
    @Test(arguments: [
        (-5, BadgeColour.green), (0, .green), (199, .green), (200, .blue), (399, .blue), (400, .orange),
        (599, .orange), (600, .red), (1_200, .red),
    ])
    func `a distance has the colour of the design`(kilometres: Int, colour: BadgeColour) {
        #expect(DistanceBadge(kilometres: kilometres).colour == colour)
    }

    @Test func `a fraction of a kilometre does not reach the next badge`() throws {
        #expect(DistanceBadge(try #require(Distance(199.999))) == .short)
        #expect(DistanceBadge(try #require(Distance(124.275, in: .miles))) == .brevet)
    }

    @Test(arguments: [
        (25, EddingtonBadge.solid, BadgeColour.blue), (49, .solid, .blue), (50, .strong, .bronze),
        (74, .strong, .bronze), (75, .exceptional, .gray), (99, .exceptional, .gray), (100, .legendary, .yellow),
        (250, .legendary, .yellow),
    ])
    func `an Eddington number has the badge and the colour of the design`(
        number: Int, badge: EddingtonBadge, colour: BadgeColour
    ) {
        #expect(EddingtonBadge(number) == badge)
        #expect(badge.colour == colour)
    }

    @Test func `an Eddington number below 25 has no badge`() {
        #expect([-1, 0, 24].allSatisfy { EddingtonBadge($0) == nil })
    }

    @Test func `each colour has a value of its own`() {
        #expect(Set(BadgeColour.allCases.map(\.hex)).count == BadgeColour.allCases.count)
    }
}
