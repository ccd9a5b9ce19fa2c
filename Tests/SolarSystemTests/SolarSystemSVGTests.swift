import Foundation
import OrbitModels
import Testing

@testable import SolarSystem

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct SolarSystemSVGTests {
    @Test(arguments: canvases, [0, 1, 24, 120])
    func `circles and labels of a picture do not overlap`(canvas: SolarSystem.Canvas, count: Int) throws {
        let system = SolarSystem(ranked: candidates(count), on: canvas)
        let drawing = try Drawing(SolarSystemSVG().text(for: system))
        let discs = drawing.circles("planet") + drawing.circles("centre")
        #expect(discs.count == count + 1 && drawing.circles("ring").count == 3)
        for (index, disc) in discs.enumerated() {
            for other in discs[(index + 1)...] where disc.centre.distance(to: other.centre) < disc.radius + other.radius
            {
                Issue.record("\(disc) touches \(other)")
            }
        }
        let names = drawing.boxes("label")
        #expect(names.count == system.planets.count { $0.label != nil })
        for (index, name) in names.enumerated() {
            #expect(!discs.contains { name.overlaps(discAt: $0.centre, radius: $0.radius) })
            #expect(!names[(index + 1)...].contains(where: name.overlaps))
        }
    }

    @Test func `hostile names are escaped as text`() throws {
        let names = [
            "<script>alert(1)</script>", "\"><svg onload='x'>", "&amp; & &#0;", "]]>", "a\u{0}b\u{8}c\u{FFFE}d\u{FFFF}",
            "\u{202E}Evil",
            "'\"", "<!--", "\u{1B}[31m", "e" + String(repeating: "\u{301}", count: 500), "𒐫𒐫𒐫﷽﷽﷽", "\r\n",
        ]
        let people = names.enumerated().map {
            SolarSystem.Candidate(id: UserID("<&\"'\u{1}\($0.offset)"), name: $0.element)
        }
        let drawing = try Drawing(
            SolarSystemSVG(title: "<Tom & \"Ann\">").text(for: SolarSystem(ranked: people, on: .desktop)))
        #expect(Set(drawing.elements.map(\.name)).isDisjoint(with: ["script", "image", "foreignObject", "a"]))
        #expect(drawing.elements.allSatisfy { !$0.attributes.keys.contains { $0.hasPrefix("on") } })
        #expect(drawing.elements.first?.attributes["aria-label"] == "<Tom & \"Ann\">")
        #expect(drawing.texts("title").contains("\u{2068}<script>alert(1)</script>\u{2069}, 1st of 12, ring 1"))
    }

    @Test func `every planet has an accessibility label in the order of the list`() throws {
        let system = SolarSystem(ranked: candidates(24), on: .phone)
        let drawing = try Drawing(SolarSystemSVG().text(for: system))
        let items = drawing.elements.filter { $0.attributes["role"] == "listitem" }
        #expect(items.map { $0.attributes["data-id"] } == system.people.map(\.id.rawValue))
        #expect(
            items.map { $0.attributes["aria-label"] } == system.list.map { "\u{2068}\($0.name)\u{2069}, \($0.text)" })
        #expect(drawing.texts("text").contains("YOU"))
    }

    @Test func `the picture, the list and the terminal have the front end's words`() throws {
        let german = LocalizedStrings(
            [
                "title": "Leute um dich", "you": "DU", "centre": "Du, in der Mitte", "no_name": "Ohne Namen",
                "place": "{ordinal} von {count}, Ring {ring}", "ordinal": "{rank}.",
            ].reduce(into: [:]) { $0[LocalizationKey("solar_system", $1.key)] = MessageTemplate(template: $1.value) })
        #expect(german.missing(from: [SolarSystem.vocabulary]).isEmpty)
        let system = SolarSystem(ranked: [.init(id: "1", name: "")], on: .phone)
        let drawing = try Drawing(SolarSystemSVG().text(for: system, in: german))
        #expect(drawing.elements.first?.attributes["aria-label"] == "Leute um dich")
        #expect(drawing.texts("title") == ["Leute um dich", "\u{2068}Ohne Namen\u{2069}, 1. von 1, Ring 1"])
        #expect(drawing.elements.contains { $0.attributes["aria-label"] == "Du, in der Mitte" })
        #expect(drawing.texts("text").contains("DU"))
        let lines = SolarSystemTerminal().text(for: system, in: german)
        #expect(lines.contains("1. von 1, Ring 1") && lines.contains("Ohne Namen") && lines.contains("DU"))
        let english = try Drawing(SolarSystemSVG().text(for: system))
        #expect(english.texts("title") == ["People around you", "\u{2068}No name\u{2069}, 1st of 1, ring 1"])
        #expect(english.elements.contains { $0.attributes["aria-label"] == "You, in the centre" })
    }

    @Test func `the background and all planets are filled with gradients of the picture`() throws {
        let drawing = try Drawing(SolarSystemSVG().text(for: SolarSystem(ranked: candidates(60), on: .desktop)))
        let background = try #require(drawing.elements.first { $0.name == "rect" }).attributes
        #expect(background == ["width": "100%", "height": "100%", "fill": "url(#space)"])
        let ids = Set(drawing.elements.compactMap { $0.attributes["id"] })
        let fills = drawing.elements.compactMap { $0.attributes["fill"] }.filter { $0.hasPrefix("url(#") }
        #expect(fills.count == 1 + 2 + 60)
        #expect(fills.allSatisfy { ids.contains(String($0.dropFirst(5).dropLast())) })
    }

    @Test(arguments: [("Ana", "A", "30.8"), ("李小龙", "李", "30.8"), ("﷽", "﷽", "17.73")])
    func `an initial is as large as its planet allows`(name: String, initial: String, fontSize: String) throws {
        let drawing = try Drawing(SolarSystemSVG().text(for: SolarSystem(ranked: [.init(id: "1", name: name)])))
        let initials = drawing.elements.filter { $0.attributes["class"] == "initial" }
        #expect(initials.map(\.text) == [initial])
        #expect(initials.map { $0.attributes["font-size"] } == [fontSize])
    }

    @Test func `animations run only without a preference for reduced motion`() {
        let svg = SolarSystemSVG().text(for: SolarSystem(ranked: candidates(3)))
        let parts = svg.components(separatedBy: "@media (prefers-reduced-motion: no-preference) {")
        #expect(parts.count == 2)
        #expect(!parts[0].contains("animation:") && !svg.contains("<animate"))
        #expect(parts.last?.contains("animation: pulse") == true)
    }

    @Test func `stars are not drawn behind labels`() throws {
        let drawing = try Drawing(SolarSystemSVG().text(for: SolarSystem(ranked: candidates(60), on: .phone)))
        let stars = drawing.elements.filter { $0.attributes["fill-opacity"] != nil }.compactMap(\.circle)
        #expect(stars.count > 50)
        for name in drawing.boxes("label") {
            #expect(!stars.contains { name.overlaps(discAt: $0.centre, radius: $0.radius) })
        }
    }

    @Test func `all stars that are at least a point away from labels are drawn`() throws {
        let system = SolarSystem(ranked: candidates(60), on: .phone)
        let boxes = system.planets.compactMap { $0.label?.box }
        for seed in 0..<8 as Range<UInt64> {
            let drawing = try Drawing(SolarSystemSVG(starSeed: seed).text(for: system))
            let visible = system.stars(seed: seed).filter { star in
                boxes.allSatisfy { box in
                    let across = max(box.x - star.point.x, 0, star.point.x - box.x - box.width)
                    let down = max(box.y - star.point.y, 0, star.point.y - box.y - box.height)
                    return (across * across + down * down).squareRoot() >= star.size / 2 + 1
                }
            }
            #expect(drawing.elements.count { $0.attributes["fill-opacity"] != nil } == visible.count, "seed \(seed)")
        }
    }

    @Test func `equal systems have equal pictures without external references`() {
        let system = SolarSystem(ranked: candidates(60), on: .desktop)
        let svg = SolarSystemSVG().text(for: system)
        #expect(svg == SolarSystemSVG().text(for: SolarSystem(ranked: candidates(60), on: .desktop)))
        #expect(svg.components(separatedBy: "http").count == 2, "only the namespace")
        #expect(SolarSystemSVG(starSeed: 1).text(for: system) != svg)
    }
}

/// A picture parsed by an XML parser.
private final class Drawing: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        let parent: Int?
        var text = ""

        func number(_ attribute: String) -> Double? { attributes[attribute].flatMap { Double($0) } }

        var circle: (centre: SolarSystem.Point, radius: Double)? {
            guard name == "circle", let x = number("cx"), let y = number("cy"), let radius = number("r") else {
                return nil
            }
            return (SolarSystem.Point(x: x, y: y), radius)
        }
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        let isWellFormed = parser.parse()
        try #require(isWellFormed, "\(String(describing: parser.parserError))")
    }

    func circles(_ kind: String) -> [(centre: SolarSystem.Point, radius: Double)] {
        elements.filter { $0.attributes["class"] == kind }.compactMap(\.circle)
    }

    /// Returns the boxes that clip the texts of a class.
    func boxes(_ kind: String) -> [SolarSystem.Box] {
        elements.filter { $0.attributes["class"] == kind }.compactMap { text in
            guard let clip = text.parent.map({ elements[$0] }), clip.name == "svg", let x = clip.number("x"),
                let y = clip.number("y"), let width = clip.number("width"), let height = clip.number("height")
            else { return nil }
            return SolarSystem.Box(x: x, y: y, width: width, height: height)
        }
    }

    func texts(_ name: String) -> [String] {
        elements.filter { $0.name == name }.map(\.text)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append(Element(name: name, attributes: attributes, parent: open.last))
        open.append(elements.count - 1)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if let last = open.last { elements[last].text += string }
    }
}
