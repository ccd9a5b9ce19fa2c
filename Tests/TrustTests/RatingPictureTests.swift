import Drawing
import OrbitModels
import Testing

@testable import Trust

@Suite struct RatingPictureTests {
    private let full = RatingSummary(
        shown: ShownRatings(mean: 4.5, low: 4, high: 5, people: .twentyFiveOrMore, tenths: [0, 1, 1, 3, 5]))
    private let few = RatingSummary(shown: ShownRatings(mean: 4, low: 3, high: 5, people: .fiveOrMore))

    @Test func `a terminal picture without colours has no escape sequences`() {
        let plain = RatingDistributionTerminal(columns: 40).text(of: full)
        #expect(
            plain == """
                4.5 of 5 stars, 25 ratings or more
                Likely 4 to 5
                5 * ###############                 50 %
                4 * #########                       30 %
                3 * ###                             10 %
                2 * ###                             10 %
                1 *                                  0 %

                """)
        let coloured = RatingDistributionTerminal(style: .trueColour, columns: 40).text(of: full)
        #expect(coloured.contains("\u{1B}["))
        #expect(!plain.contains("\u{1B}"))
        #expect(RatingDistributionTerminal().text(of: .new) == "New here\n")
        #expect(RatingDistributionTerminal().text(of: few) == "4 of 5 stars, 5 ratings or more\nLikely 3 to 5\n")
    }

    @Test func `invalid numbers from a server do not break a picture`() {
        let strange = RatingSummary(
            shown: ShownRatings(
                mean: .nan, low: .infinity, high: -.infinity, people: CountBand(rawValue: "<&>"),
                tenths: [.max, .min, 3, 4, 5, 6, 7]))
        for columns in [Int.min, 0, 33, .max] {
            let lines = RatingDistributionTerminal(columns: columns).text(of: strange).split(separator: "\n")
            #expect(lines.count == 7 && lines.allSatisfy { $0.count <= 80 })
        }
        for width in [Double.nan, -1, .infinity] {
            let svg = RatingDistributionSVG(width: width).text(of: strange)
            #expect(!svg.contains("<&>") && !svg.contains("nan") && svg.hasSuffix("</svg>\n"))
        }
    }

    @Test func `the picture has a bar for each number of stars, and a name`() {
        let svg = RatingDistributionSVG().text(of: full)
        #expect(svg == RatingDistributionSVG().text(of: full))
        #expect(svg.contains("aria-label=\"4.5 of 5 stars, 25 ratings or more\""))
        #expect(svg.count(of: "role=\"listitem\"") == 5)
        #expect(RatingDistributionSVG().text(of: .new).contains("New here"))
        #expect(!RatingDistributionSVG().text(of: few).contains("listitem"))
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
