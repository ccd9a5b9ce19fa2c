import Discover
import Drawing
import Foundation
import Matching
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import SolarSystem

/// The people around the user, as planets. People who fit better are closer to the centre.
@MainActor enum SolarSystemScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let people = user.discover.people.items.value ?? []
        let system = visit.session.models.model("system") { ShownSystem() }.system(of: people)
        return PageScreen(
            visit.words(HomeTab.discover), tab: .discover, isWide: true,
            [
                PageScreen.Region("links", DiscoverListScreen.links(visit)),
                PageScreen.Region("today", DiscoverListScreen.news(user, visit)),
                PageScreen.Region("space", content(system, user, visit)),
            ])
    }

    private static func content(_ system: SolarSystem, _ user: SignedInUser, _ visit: PageVisit) -> Markup {
        let list = user.discover.people
        guard !system.people.isEmpty else {
            return visit.list(list, link: (visit.word(.edit), "/profile/edit/interests")) { _ in .empty }
        }
        return """
            \(visit.failure(list.items.failure))
            <div class="columns">
            <div class="space">\(picture(of: system, visit))</div>
            \(entries(of: system, visit))
            </div>
            """
    }

    /// The list of the people in the picture, in the same order, for screen readers and small windows.
    private static func entries(of system: SolarSystem, _ visit: PageVisit) -> Markup {
        let items = system.list(in: visit.words).prefix(12).map { entry -> Markup in
            let path = PagePath.to("people", entry.id.rawValue)
            return """
                <li class="card" id=\("entry-\(entry.id.rawValue)")><a href=\(path)>\(name: entry.name)</a>
                <span class="meta">\(entry.text)</span></li>
                """
        }
        return """
            <div><h2>\(visit.word(.nearest))</h2><ol class="list">\(items)</ol>
            <p><a class="button" href="/discover/list">\(visit.word(.asList))</a></p></div>
            """
    }

    /// The number of groups of stars and of planets. A browser moves a whole group as one layer. With a motion of each
    /// planet, it draws 500 planets again in every frame.
    private static let motions = 4

    /// Returns the group of a planet, which stays the same when the ranks change.
    private static func motion(of planet: Planet) -> Int {
        planet.id.rawValue.utf8.reduce(0) { ($0 + Int($1)) % motions }
    }

    /// The picture: stars, rings, the user in the centre, and a link for each person.
    static func picture(of system: SolarSystem, _ visit: PageVisit) -> Markup {
        var svg = SVGWriter()
        let canvas = system.canvas
        svg.open(
            "svg",
            [
                ("viewBox", "0 0 \(SVGWriter.number(canvas.width)) \(SVGWriter.number(canvas.height))"),
                ("role", "group"), ("aria-label", visit.words.sentence("title", in: SolarSystem.vocabulary)),
                ("font-family", "system-ui, sans-serif"), ("text-anchor", "middle"),
            ])
        gradients(in: &svg)
        svg.open("g", [("aria-hidden", "true")])
        let stars = system.stars()
        for group in 0..<motions {
            svg.open("g", [("class", "twinkle-\(group)")])
            for (index, star) in stars.enumerated() where index % motions == group {
                svg.circle(
                    x: star.point.x, y: star.point.y, radius: star.size / 2,
                    [("fill", "#ffffff"), ("fill-opacity", SVGWriter.number(star.opacity))])
            }
            svg.close("g")
        }
        for ring in system.rings {
            svg.circle(
                x: ring.point.x, y: ring.point.y, radius: ring.radius,
                [("fill", "none"), ("stroke", "#b9b4ff"), ("stroke-opacity", "0.22")])
        }
        svg.close("g")
        draw(system.centre(in: visit.words), in: &svg, visit)
        let entries = Array(zip(system.planets, system.list(in: visit.words)))
        for group in 0..<motions {
            svg.open("g", [("class", "hover-\(group)")])
            for (planet, entry) in entries where motion(of: planet) == group { draw(planet, entry, in: &svg) }
            svg.close("g")
        }
        svg.close("svg")
        return Markup(trusted: svg.text)
    }

    private static func gradients(in svg: inout SVGWriter) {
        svg.open("defs")
        svg.gradient(
            "radialGradient", id: "glow", [],
            stops: [(0.55, Planet.Colour.you.base.hex, 0.6), (1, Planet.Colour.you.shade.hex, 0)])
        for colour in Planet.Colour.all + [.you] {
            svg.gradient(
                "radialGradient", id: "planet-\(colour.name)", [("cx", "0.36"), ("cy", "0.3"), ("r", "0.78")],
                stops: [(0, colour.light.hex, 1), (0.5, colour.base.hex, 1), (1, colour.shade.hex, 1)])
        }
        svg.close("defs")
    }

    private static func draw(_ centre: SolarSystem.Centre, in svg: inout SVGWriter, _ visit: PageVisit) {
        let spoken = visit.words.sentence("centre", in: SolarSystem.vocabulary)
        svg.open("a", [("href", "/profile"), ("aria-label", spoken)])
        svg.circle(
            x: centre.point.x, y: centre.point.y, radius: centre.diameter * 0.7,
            [("class", "pulse"), ("fill", "url(#glow)")])
        svg.circle(
            x: centre.point.x, y: centre.point.y, radius: centre.diameter / 2, [("fill", "url(#planet-you)")])
        svg.element(
            "text",
            [
                ("x", SVGWriter.number(centre.point.x)), ("y", SVGWriter.number(centre.point.y)), ("dy", "0.36em"),
                ("font-size", SVGWriter.number(centre.diameter * 0.24)), ("class", "you"),
            ], text: centre.text)
        svg.close("a")
    }

    private static func draw(_ planet: Planet, _ entry: SolarSystem.Entry, in svg: inout SVGWriter) {
        // The name is isolated, because its direction may differ from that of the language.
        let spoken = "\u{2068}\(entry.name)\u{2069}, \(entry.text)"
        svg.open(
            "a",
            [
                ("href", PagePath.to("people", planet.id.rawValue)), ("id", "planet-\(planet.id.rawValue)"),
                ("aria-label", spoken),
            ])
        svg.circle(
            x: planet.point.x, y: planet.point.y, radius: planet.radius,
            [("fill", "url(#planet-\(planet.colour.name))")])
        let side = planet.diameter * 0.76
        let size = min(planet.diameter * 0.44, side / max(TextWidth.ems(of: planet.initial), 0.1))
        svg.clippedText(
            planet.initial, x: planet.point.x - side / 2, y: planet.point.y - side / 2, width: side, height: side,
            fontSize: size, [("class", "initial")])
        if let label = planet.label {
            svg.clippedText(
                label.text, x: label.box.x, y: label.box.y, width: label.box.width, height: label.box.height,
                alignment: label.alignment, fontSize: label.fontSize)
        }
        svg.close("a")
    }
}

/// The solar system of a session. People keep their places when the list changes.
@MainActor final class ShownSystem {
    /// Not much wider than a phone, so that the names in the picture stay readable there.
    private static let canvas = SolarSystem.Canvas(width: 560, height: 560)
    private var shown: SolarSystem?

    /// Returns the system of the people in the list.
    func system(of people: [Suggestion]) -> SolarSystem {
        guard var system = shown, !system.people.isEmpty else {
            let first = SolarSystem(of: people, on: Self.canvas, roomFor: 40)
            shown = first
            return first
        }
        _ = system.update(ranked: people.bestFirst.map { SolarSystem.Candidate($0.person) })
        shown = system
        return system
    }
}
