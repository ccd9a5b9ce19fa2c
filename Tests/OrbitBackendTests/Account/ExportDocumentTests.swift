import Foundation
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The table of sections in `Docs/export.md` against the records, whose `personalData` names each section.
@Suite struct ExportDocumentTests {
    /// A section in the table.
    private struct Row {
        let name: String
        let isImported: Bool
    }

    private let rows: [Row]

    init() throws {
        let document = try String(contentsOf: Contract.folder.appending(path: "export.md"), encoding: .utf8)
        let table = document.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("| Section |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        rows = try table.flatMap { line -> [Row] in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 4, "\(line)")
            #expect(!cells[1].isEmpty && !cells[2].isEmpty, "\(line)")
            return cells[0].components(separatedBy: ", ").map { name in
                Row(name: name.trimmingCharacters(in: CharacterSet(charactersIn: "`")), isImported: cells[3] != "no")
            }
        }
    }

    @Test func `the table explains every section that a record names, once, and no other`() {
        let sections = FeatureSet.orbit.tables.flatMap { $0.exportedSections }
        #expect(rows.map(\.name).sorted() == Set(sections).sorted())
    }

    @Test func `the table says of exactly the sections that are read back that they are imported`() {
        let imported = Set(rows.filter(\.isImported).map(\.name))
        #expect(imported == Set(Archive.Sections.CodingKeys.allCases.map(\.rawValue)))
    }
}

extension BackendRecord {
    /// The sections of an archive that records of this table have elements in.
    static var exportedSections: [String] { personalData.traces.compactMap { $0.export?.section } }
}
