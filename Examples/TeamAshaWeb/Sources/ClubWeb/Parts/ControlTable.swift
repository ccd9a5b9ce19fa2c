import PageParts
import Randonneuring

/// The control times of a brevet as a table.
enum ControlTable {
    /// A row: the control and its times, or the reason why the brevet cannot have it.
    struct Row {
        let name: String
        let kilometres: String
        let times: Result<(opens: String, closes: String), ControlError>
    }

    /// Returns the table.
    static func table(_ rows: [Row]) -> Markup {
        let lines = rows.map { row -> Markup in
            let start: Markup = "<tr><th scope=\"row\">\(name: row.name)</th><td>\(row.kilometres)</td>"
            switch row.times {
            case .success(let times): return "\(start)<td>\(times.opens)</td><td>\(times.closes)</td></tr>"
            case .failure(let error):
                return "\(start)<td colspan=\"2\"><span class=\"problem\">\(text(of: error))</span></td></tr>"
            }
        }
        return """
            <div class="scroll card"><table>
            <thead><tr><th scope="col">Control</th><th scope="col">km</th><th scope="col">Opens</th>\
            <th scope="col">Closes</th></tr></thead>
            <tbody>\(lines)</tbody>
            </table></div>
            """
    }

    /// Returns a sentence for a control that a brevet cannot have.
    static func text(of error: ControlError) -> String {
        switch error {
        case .notANumber: "Not a distance"
        case .negative: "Before the start"
        case .beyondRoute(let max): "Beyond the longest route of \(max) km"
        }
    }
}
