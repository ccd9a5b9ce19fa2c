// error: requires that 'Row' conform to 'Identifiable'
import SwiftUI

struct Row: Hashable {}

/// A list of elements without an identity.
struct RowsWithoutIdentity: View {
    let rows: [Row]

    var body: some View {
        List { ForEach(rows) { _ in Text("Row") } }
    }
}
