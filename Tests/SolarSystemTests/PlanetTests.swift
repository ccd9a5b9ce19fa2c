import Drawing
import Foundation
import OrbitModels
import Testing

@testable import SolarSystem

@Suite struct PlanetTests {
    @Test(arguments: Planet.Colour.all + [.you])
    func `planets contrast with their initials and with space`(colour: Planet.Colour) {
        for shade in [colour.light, colour.base, colour.shade] {
            #expect(contrast(shade, Planet.Colour.ink) >= 4.5)
            for space in Planet.Colour.space { #expect(contrast(shade, space) >= 3) }
            #expect(contrast(cube(shade), cube(Planet.Colour.ink)) >= 4.5, "in 256 colours")
        }
    }

    @Test func `labels contrast with space`() {
        for space in Planet.Colour.space { #expect(contrast(Planet.Colour.text, space) >= 7) }
    }

    @Test func `the eight colours differ, also on terminals with 256 colours`() {
        #expect(Set(Planet.Colour.all.map(\.base)).count == 8)
        #expect(Set(Planet.Colour.all.map { $0.base.indexed }).count == 8)
        #expect(Planet.Colour.orange.base.hex == "#ff9f2e")
    }

    @Test(arguments: [
        ("Ana", "A"), ("ana", "A"), ("ólafur", "Ó"), ("o\u{301}lafur", "O\u{301}"), ("ß", "ß"), ("ǆ", "ǅ"), ("ŉ", "ŉ"),
        ("дмитри", "Д"), ("ωmega", "Ω"), ("გიორგი", "გ"), ("李小龙", "李"), ("محمد", "م"), ("דוד", "ד"), ("한국", "한"),
        ("हिन्दी", "हि"), ("🦊 Foxy", "🦊"), ("👩‍👩‍👧‍👦 Us", "👩‍👩‍👧‍👦"), ("🇦🇷 Ale", "🇦🇷"), ("👋🏽", "👋🏽"), ("❤️", "❤️"), ("7up", "7"),
        ("  ana", "A"), ("\u{202E}eve", "E"), ("\u{0}\u{1B}[31mx", "["), ("", "?"), ("   ", "?"),
        ("\u{200B}\u{200D}", "?"),
        ("\u{FEFF}", "?"), ("\n\t", "?"), ("<b>", "<"),
    ])
    func `the initial is the first grapheme cluster`(name: String, initial: String) {
        let shown = SolarSystem(ranked: [.init(id: "1", name: name)]).planets.first?.initial
        #expect(shown == initial)
        #expect(shown?.count == 1)
    }

    @Test func `the list has the planets of the picture in the same order`() {
        let system = SolarSystem(ranked: candidates(123), on: .desktop)
        #expect(system.list.map(\.id) == system.planets.map(\.id))
        #expect(system.list.map(\.rank) == Array(1...123))
        for (entry, planet) in zip(system.list, system.planets) {
            #expect(entry.text.hasSuffix("of 123, ring \(planet.orbitNumber)"))
        }
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111, 112, 121].map {
            system.list[$0 - 1].text.prefix { $0 != " " }
        }
        #expect(
            ordinals == [
                "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "101st", "111th", "112th",
                "121st",
            ])
    }

    @Test func `a person without a name is listed`() {
        let system = SolarSystem(ranked: [.init(id: "1", name: "")])
        #expect(system.list.first?.name == "No name")
        #expect(system.planets.first?.label == nil)
    }

    private func contrast(_ a: RGB, _ b: RGB) -> Double {
        let (light, dark) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
        return (light + 0.05) / (dark + 0.05)
    }

    /// The relative luminance of WCAG 2.2.
    private func luminance(_ colour: RGB) -> Double {
        let parts = [colour.red, colour.green, colour.blue].map { part -> Double in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private func cube(_ colour: RGB) -> RGB {
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        let index = colour.indexed - 16
        return RGB(hex: levels[index / 36] << 16 | levels[index / 6 % 6] << 8 | levels[index % 6])
    }
}
