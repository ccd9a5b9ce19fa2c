// error: requires that 'Subject' conform to 'Identifiable'
import SwiftUI

struct Subject: Hashable {}

/// A sheet of a value without an identity.
struct SheetWithoutIdentity: View {
    @State private var subject: Subject?

    var body: some View {
        Text("Home").sheet(item: $subject) { _ in Text("Sheet") }
    }
}
