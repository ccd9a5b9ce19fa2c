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
        #expect(!RatingDistributionSVG().text(of: few).contains("role=\"list"))
    }

    @Test func `the picture has exact places for its range, bars and texts`() {
        let svg = RatingDistributionSVG(width: 320).text(of: full)
        #expect(svg.contains("viewBox=\"0 0 320 202\""))
        #expect(svg.contains("<rect width=\"100%\" height=\"100%\""))
        var bars: [[Double]] = [[28, 47, 264, 6], [226, 45, 66, 10]]
        var texts: [[Double]] = [[16, 8, 288, 28]]
        for star in 0..<5 { texts.append([18 + 66 * Double(star), 60, 20, 16]) }
        for (line, share) in [108, 64.8, 21.6, 21.6, 0].enumerated() {
            let y = 84 + 22 * Double(line)
            bars.append([48, y + 4, 216, 10])
            if share > 0 { bars.append([48, y + 4, share, 10]) }
            texts += [[16, y, 28, 18], [268, y, 40, 18]]
        }
        #expect(svg.boxes(of: "rect") == bars)
        #expect(svg.boxes(of: "svg") == texts)
        #expect(svg.contains("<circle cx=\"259\" cy=\"50\" r=\"8\""))
        let groups = ["<g role=\"img\"", "<g role=\"list\">", "<g role=\"listitem\"", "</g>"]
        #expect(groups.map { svg.count(of: $0) } == [1, 1, 5, 7])
        #expect(svg.count(of: ">50 %<") == 1 && svg.count(of: ">10 %<") == 2 && svg.count(of: ">5 ★<") == 1)
    }

    @Test func `sizes of pictures are limited`() {
        let widths = [-1, 240, 241, 2_000, 2_001, .nan] as [Double]
        #expect(widths.map { RatingDistributionSVG(width: $0).width } == [240, 240, 241, 2_000, 2_000, 320])
        let columns = [-1, 30, 31, 80, 81].map { RatingDistributionTerminal(columns: $0).columns }
        #expect(columns == [30, 30, 31, 80, 80])
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }

    /// Returns x, y, the width and the height of each element with this name.
    fileprivate func boxes(of name: String) -> [[Double]] {
        split(separator: "<\(name) x=\"").dropFirst().map { element in
            let parts = element.split(separator: "\"")
            return [0, 2, 4, 6].compactMap { $0 < parts.count ? Double(parts[$0]) : nil }
        }
    }
}
