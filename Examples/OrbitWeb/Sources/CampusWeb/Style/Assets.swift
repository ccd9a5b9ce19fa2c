import Drawing
import Foundation
import SolarSystem

/// The files of the front end that are the same for all users.
enum Assets {
    /// A file with its media type.
    struct Asset: Sendable {
        let type: String
        let body: Data
    }

    /// The files by path.
    static let all: [String: Asset] = [
        "/style.css": asset("text/css", PageStyle.text),
        "/patch.js": asset("text/javascript", compact(PatchScript.text)),
        "/stream.js": asset("text/javascript", compact(StreamScript.text)),
        "/sw.js": asset("text/javascript", compact(ServiceWorkerScript.text)),
        "/manifest.webmanifest": asset("application/manifest+json", manifest),
        "/icon.svg": asset("image/svg+xml", icon),
    ]

    /// Removes the indentation and the comment lines of a script.
    static func compact(_ script: String) -> String {
        script.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") }.joined(separator: "\n") + "\n"
    }

    private static func asset(_ type: String, _ text: String) -> Asset {
        Asset(type: type + "; charset=utf-8", body: Data(text.utf8))
    }

    private static let manifest = """
        {"name": "Orbit", "short_name": "Orbit", "start_url": "/", "scope": "/", "display": "standalone",
        "background_color": "#0b1030", "theme_color": "#0b1030",
        "icons": [{"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}]}

        """

    /// A planet on a ring. The part outside of the middle may be cut off by the system.
    private static let icon: String = {
        var svg = SVGWriter()
        svg.document(width: 512, height: 512, title: "Orbit") { svg in
            svg.element("rect", [("width", "512"), ("height", "512"), ("fill", Planet.Colour.space[0].hex)])
            svg.circle(
                x: 256, y: 256, radius: 150,
                [("fill", "none"), ("stroke", Planet.Colour.you.light.hex), ("stroke-width", "10")])
            svg.circle(x: 256, y: 256, radius: 78, [("fill", Planet.Colour.you.base.hex)])
            svg.circle(x: 362, y: 150, radius: 38, [("fill", Planet.Colour.orange.base.hex)])
        }
        return svg.text
    }()
}
