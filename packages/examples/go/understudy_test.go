// Understudy in Go tests: one server for the package, ended with it.
package understudy

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var server struct {
	URL         string
	Control     string
	Credentials struct {
		Analysis struct {
			ClientID     string `json:"clientId"`
			ClientSecret string
			Scopes       map[string]string
		}
	}
}

func TestMain(m *testing.M) {
	command := os.Getenv("UNDERSTUDY")
	if command == "" {
		command = "npx --yes api-understudy"
	}
	args := append(strings.Fields(command), "start", "--port", "0", "--json", "--clock", "manual", "--exit-with-parent")
	child := exec.Command(args[0], args[1:]...)
	// The pipe closes with this process, however it ends, and the server goes with it.
	stdin, err := child.StdinPipe()
	if err != nil {
		panic(err)
	}
	stdout, err := child.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if err := child.Start(); err != nil {
		panic(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err == nil {
		err = json.Unmarshal([]byte(line), &server)
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	stdin.Close()
	child.Wait()
	os.Exit(code)
}

// sandbox makes a world for a test alone, with its own data and clock, and returns its base URL.
func sandbox(t *testing.T) string {
	body := `{"name": "` + strings.ToLower(t.Name()) + `", "clock": "manual"}`
	response, err := http.Post(server.Control+"/sandboxes", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var made struct{ URL string }
	if err := json.NewDecoder(response.Body).Decode(&made); err != nil {
		t.Fatal(err)
	}
	return made.URL
}

func TestTokenLivesAnHour(t *testing.T) {
	base := sandbox(t)
	analysis := server.Credentials.Analysis
	response, err := http.PostForm(base+"/connect/token", url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {analysis.ClientID},
		"client_secret": {analysis.ClientSecret},
		"scope":         {analysis.Scopes["inventory"]},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var token struct {
		AccessToken string `json:"access_token"`
	}
	if err := json.NewDecoder(response.Body).Decode(&token); err != nil {
		t.Fatal(err)
	}
	statusOfData := func() int {
		request, _ := http.NewRequest("GET", base+"/io/data", nil)
		request.Header.Set("Authorization", "Bearer "+token.AccessToken)
		request.Header.Set("tenantId", "acme")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	if status := statusOfData(); status != 200 {
		t.Fatalf("answered %d with a fresh token", status)
	}
	advanced, err := http.Post(base+"/_sim/clock/advance", "application/json", strings.NewReader(`{"by": "PT61M"}`))
	if err != nil {
		t.Fatal(err)
	}
	advanced.Body.Close()
	if status := statusOfData(); status != 403 {
		t.Fatalf("answered %d with an old token", status)
	}
}
