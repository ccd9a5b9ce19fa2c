import Foundation
import Testing

@testable import CampusWeb

@Suite struct AssetTests {
    @Test func `the patcher has at most four kilobytes`() throws {
        let patcher = try #require(Assets.all["/patch.js"])
        #expect(patcher.body.count <= 4_096)
    }

    @Test func `no file loads anything from another site`() {
        for (path, asset) in Assets.all {
            let text = String(decoding: asset.body, as: UTF8.self)
                .replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
            #expect(!text.contains("http://") && !text.contains("https://") && !text.contains("@import"), "\(path)")
            #expect(!text.contains("url("), "\(path)")
        }
    }

    @Test func `the compact form of a script has neither comments nor indentation`() {
        #expect(Assets.compact("a();\n    // why\n    b();\n\n") == "a();\nb();\n")
    }

    @Test func `the manifest is JSON and names an icon that exists`() throws {
        let manifest = try #require(Assets.all["/manifest.webmanifest"])
        let json = try #require(try JSONSerialization.jsonObject(with: manifest.body) as? [String: Any])
        let icons = try #require(json["icons"] as? [[String: String]])
        #expect(icons.allSatisfy { Assets.all[$0["src"] ?? ""] != nil })
    }
}
