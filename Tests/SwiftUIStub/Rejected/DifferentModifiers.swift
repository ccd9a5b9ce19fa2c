// error: result values in '? :' expression have mismatching types
import SwiftUI

/// A choice between two views, whose types differ.
struct DifferentModifiers: View {
    let isBold: Bool

    var body: some View {
        isBold ? Text("Name").lineLimit(1) : Text("Name").padding()
    }
}
