import Discover
import Foundation
import Matching
import OrbitModels
import SolarSystem
import SwiftUI

/// The people around the user as planets. People who fit better are closer to the centre.
struct SolarSystemView: View {
    let people: [Suggestion]
    let open: (UserID) -> Void
    @Environment(\.words) private var words
    @State private var shown = ShownSystem()

    var body: some View {
        GeometryReader { frame in
            ZStack {
                LinearGradient(
                    colors: Planet.Colour.space.map { Color($0) }, startPoint: .topLeading, endPoint: .bottomTrailing)
                if let system = shown.system {
                    SpaceView(system: system)
                    CentrePlanet(centre: system.centre(in: words))
                    // The list has the same people in the same order, in words.
                    ForEach(Array(zip(system.planets, system.list(in: words))), id: \.0.id) { planet, entry in
                        PlanetView(planet: planet, entry: entry) { open(planet.id) }
                    }
                }
            }
            .onChange(of: people, initial: true) { shown.show(people, on: frame.size) }
            .onChange(of: frame.size) { shown.show(people, on: frame.size) }
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(words.sentence("title", in: SolarSystem.vocabulary))
    }
}

/// A hundred stars that twinkle, and three rings.
private struct SpaceView: View {
    let system: SolarSystem
    @Environment(\.accessibilityReduceMotion) private var isStill

    var body: some View {
        let stars = system.stars()
        let rings = system.rings
        TimelineView(.animation(minimumInterval: 0.1, paused: isStill)) { timeline in
            let seconds = isStill ? 0 : timeline.date.timeIntervalSinceReferenceDate
            Canvas { context, _ in
                for (index, star) in stars.enumerated() {
                    // Each star has its own phase.
                    let light = 0.7 + 0.3 * sin(seconds * 2 + Double(index))
                    context.fill(
                        Path(ellipseIn: CGRect(around: star.point, diameter: star.size)),
                        with: .color(Color.white.opacity(star.opacity * light)))
                }
                for ring in rings {
                    context.stroke(
                        Path(ellipseIn: CGRect(around: ring.point, diameter: 2 * ring.radius)),
                        with: .color(Color(Planet.Colour.text).opacity(0.22)), lineWidth: 1)
                }
            }
        }
        .accessibilityHidden(true)
    }
}

extension CGRect {
    /// Creates the square around a disc.
    fileprivate init(around centre: SolarSystem.Point, diameter: Double) {
        self.init(x: centre.x - diameter / 2, y: centre.y - diameter / 2, width: diameter, height: diameter)
    }
}
