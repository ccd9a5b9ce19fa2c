import Foundation
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The table of sections in `Docs/export.md`. It is generated from the `personalData` of the records and from the
/// sections that an import reads. `ORBIT_WRITE=1` writes it.
@Suite struct ExportDocumentTests {
    private static let file = Contract.folder.appending(path: "export.md")
    private static let begin = "<!-- Sections: ORBIT_WRITE=1 swift test --filter ExportDocumentTests -->\n"
    private static let end = "<!-- End of the sections -->\n"
    private static let isWriting = ProcessInfo.processInfo.environment["ORBIT_WRITE"] == "1"

    private let sections = Set(FeatureSet.orbit.tables.flatMap { $0.exportedSections })
    private let imported = Set(Archive.Sections.CodingKeys.allCases.map(\.rawValue))

    /// The table, in the order of an archive.
    private var table: String {
        let rows = sections.sorted { $0.name < $1.name }.map { section in
            let isImported = imported.contains(section.name) ? "yes" : "no"
            return "| `\(section.name)` | \(section.module) | \(section.element) | \(isImported) |\n"
        }
        return "| Section | Module | An element | Imported |\n|---|---|---|---|\n" + rows.joined()
    }

    @Test func `the document's table of sections equals the table of the records and the import`() throws {
        var document = try String(contentsOf: Self.file, encoding: .utf8)
        let begin = try #require(document.range(of: Self.begin)).upperBound
        let end = try #require(document[begin...].range(of: Self.end)).lowerBound
        if Self.isWriting, document[begin..<end] != table {
            document.replaceSubrange(begin..<end, with: table)
            try document.write(to: Self.file, atomically: true, encoding: .utf8)
        } else {
            #expect(document[begin..<end] == table, "ORBIT_WRITE=1 writes the table")
        }
    }

    @Test func `all records of one section describe it equally, and an import reads only exported sections`() {
        #expect(!sections.contains { $0.module.isEmpty || $0.element.isEmpty })
        let names = sections.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(imported.isSubset(of: names))
    }
}

extension BackendRecord {
    /// The sections of an archive with elements from this table.
    static var exportedSections: [ExportSection] { personalData.locators.compactMap { $0.export?.section } }
}
