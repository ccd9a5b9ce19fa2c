import Drawing
import Foundation
import OrbitModels
import SolarSystem
import SwiftUI

/// A person as a planet, with the name beside it. It hovers, and keeps its place.
struct PlanetView: View {
    let planet: Planet
    let entry: SolarSystem.Entry
    let open: @MainActor () -> Void
    @Environment(\.accessibilityReduceMotion) private var isStill

    var body: some View {
        Button(action: open) {
            Sphere(colour: planet.colour, diameter: planet.diameter)
                .overlay {
                    Text(planet.initial)
                        .font(.system(size: CGFloat(planet.diameter * 0.44)))
                        .foregroundStyle(Color(Planet.Colour.ink))
                }
        }
        .buttonStyle(.plain)
        .phaseAnimator(isStill ? [0] : [-2, 2]) { content, height in
            content.offset(y: CGFloat(height))
        } animation: { _ in
            .easeInOut(duration: 2)
        }
        .position(CGPoint(x: planet.point.x, y: planet.point.y))
        .accessibilityLabel("\(entry.name), \(entry.text)")
        if let label = planet.label {
            Text(label.text)
                .font(.system(size: CGFloat(label.fontSize)))
                .foregroundStyle(Color(Planet.Colour.text))
                .lineLimit(1)
                .frame(
                    width: CGFloat(label.box.width), height: CGFloat(label.box.height),
                    alignment: Alignment(label.alignment)
                )
                .position(CGPoint(x: label.box.x + label.box.width / 2, y: label.box.y + label.box.height / 2))
                .accessibilityHidden(true)
        }
    }
}

/// The planet in the centre, which pulses.
struct CentrePlanet: View {
    let centre: SolarSystem.Centre
    @Environment(\.words) private var words
    @Environment(\.accessibilityReduceMotion) private var isStill

    var body: some View {
        Sphere(colour: centre.colour, diameter: centre.diameter)
            .overlay { Text(centre.text).bold().foregroundStyle(Color(Planet.Colour.ink)) }
            .phaseAnimator(isStill ? [1] : [1, 1.08]) { content, scale in
                content.scaleEffect(CGFloat(scale))
            } animation: { _ in
                .easeInOut(duration: 1.8)
            }
            .position(CGPoint(x: centre.point.x, y: centre.point.y))
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(words.sentence("centre", in: SolarSystem.vocabulary))
    }
}

/// A disc that looks like a lit sphere.
private struct Sphere: View {
    let colour: Planet.Colour
    let diameter: Double

    var body: some View {
        Circle()
            .fill(
                RadialGradient(
                    colors: [Color(colour.light), Color(colour.base), Color(colour.shade)],
                    center: UnitPoint(x: 0.36, y: 0.3), startRadius: 0, endRadius: CGFloat(diameter * 0.78))
            )
            .frame(width: CGFloat(diameter), height: CGFloat(diameter))
    }
}

extension Color {
    /// Creates the colour in sRGB.
    init(_ colour: RGB) {
        self.init(red: Double(colour.red) / 255, green: Double(colour.green) / 255, blue: Double(colour.blue) / 255)
    }
}

extension Alignment {
    /// Creates the alignment of a label in its box.
    fileprivate init(_ alignment: LineAlignment) {
        switch alignment {
        case .left: self = .leading
        case .centre: self = .center
        case .right: self = .trailing
        }
    }
}
